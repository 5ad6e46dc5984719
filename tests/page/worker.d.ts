/** What `web/worker/` uses of a service worker. TypeScript's own names for these exclude those of a page. */

declare namespace Worker {
  interface Waits extends Event {
    waitUntil(work: Promise<unknown>): void;
  }
  interface Install extends Waits {
    /** Not in all browsers. */
    addRoutes?(routes: {condition: {urlPattern: {pathname: string}}; source: "network"}[]): Promise<void>;
  }
  interface Fetch extends Waits {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
  }
  interface Push extends Waits {
    readonly data: {text(): string} | null;
  }
  interface NotificationEvent {
    readonly notification: {readonly data?: {url?: string} | null; close(): void};
  }
  interface Window {
    readonly url: string;
    focus(): Promise<unknown>;
    postMessage(message: unknown): void;
  }
  interface Events {
    install: Install;
    activate: Waits;
    fetch: Fetch;
    push: Push;
    notificationclick: NotificationEvent & Waits;
  }
  interface Global {
    readonly location: {readonly origin: string};
    readonly registration: ServiceWorkerRegistration;
    readonly clients: {
      claim(): Promise<void>;
      matchAll(which: {type: "window"}): Promise<Window[]>;
      openWindow(url: string): Promise<unknown>;
    };
    skipWaiting(): Promise<void>;
    addEventListener<K extends keyof Events>(type: K, heard: (event: Events[K]) => void): void;
  }
}
