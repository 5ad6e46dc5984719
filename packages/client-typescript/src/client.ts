/** The client: what is sent again, and as whom. */

import { type Answer, type Call, type Following, address, checkWhole, describe, readAnswer } from "./call.js";
import { Calls } from "./calls.js";
import { Feed } from "./feed.js";
import type { FeedEvent } from "./models.js";
import { ConnectionLost } from "./problem.js";
import { Retries } from "./retries.js";
import { isExpired, OAuthTokens } from "./tokens.js";

/** A page of any list. */
interface Page<T> {
  results: T[];
  next: string | null;
}

export interface Options {
  /** Set `client.token` after a sign-up to go on as the new player. */
  token?: string | OAuthTokens;
  /** The language of sentences, `en` or `de`. */
  language?: string;
  retries?: Retries;
  /** Milliseconds until a call is taken for lost: longer than any long poll. */
  timeout?: number;
  /** Called with each answer, refusals included, for its status and headers, not its body. */
  onResponse?: (response: Response) => void;
  fetch?: typeof fetch;
  /** Waits, if not by a timer; at most until the signal. */
  wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
}

/** A player at a server: each call of the API is a method with the name of its operationId. */
export class Client extends Calls {
  token: string | OAuthTokens | undefined;
  private readonly baseUrl: string;
  private readonly retries: Retries;
  private refreshing: Promise<void> | undefined;

  constructor(
    baseUrl: string,
    private readonly options: Options = {},
  ) {
    super();
    this.baseUrl = baseUrl.replace(/\/$/, "");
    this.token = options.token;
    this.retries = options.retries ?? new Retries();
  }

  /** What is on this page of a list, and on all pages after it. */
  async *iteratePages<T>(first: Page<T> | Promise<Page<T>>): AsyncGenerator<T, void> {
    let page = await first;
    for (;;) {
      yield* page.results;
      if (page.next === null) return;
      // Never its host: the token is for the server that the client was given.
      const { pathname, search } = new URL(page.next, this.baseUrl);
      page = await this.call({ method: "GET", path: pathname + search });
    }
  }

  protected async call(call: Call): Promise<any> {
    return readAnswer(await this.send(call));
  }

  /** The events of a stream. A lost connection is resumed where it was. */
  protected async *follow(path: string, how: Following): AsyncGenerator<FeedEvent, void> {
    const feed = new Feed(path, how);
    try {
      for (;;) {
        const { response } = await this.send(feed.nextCall(), true);
        if (!response.body) return;
        for await (const event of feed.read(response.body)) {
          yield event;
          if (how.signal?.aborted) return;
        }
        if (feed.isOver) return;
        await this.wait(feed.pause, how.signal);
      }
    } catch (error) {
      if (!how.signal?.aborted) throw error;
    }
  }

  private async send(call: Call, isStream = false): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      call.signal?.throwIfAborted();
      const sent = this.bearer;
      const outcome = await this.attempt(call, isStream);
      if (!(outcome instanceof ConnectionLost)) {
        this.options.onResponse?.(outcome.response);
        if (outcome.response.ok) return outcome;
        if (this.token instanceof OAuthTokens && isExpired(call, outcome)) {
          await this.refresh(this.token, sent);
          continue;
        }
      }
      await this.wait(this.retries.findPause(attempt, call, outcome), call.signal);
    }
  }

  private async attempt(call: Call, isStream: boolean): Promise<Answer | ConnectionLost> {
    const described = describe(call, this.bearer, this.options.language);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.options.timeout ?? 60_000);
    const signal = call.signal ? AbortSignal.any([late.signal, call.signal]) : late.signal;
    try {
      const response = await (this.options.fetch ?? fetch)(address(this.baseUrl, call), { ...described, signal });
      if (isStream && response.ok) return { response, bytes: new ArrayBuffer(0) };
      return checkWhole({ response, bytes: await response.arrayBuffer() });
    } catch (error) {
      return new ConnectionLost(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private async wait(seconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    if (this.options.wait) return this.options.wait(seconds, signal);
    await new Promise<void>((go) => {
      const timer = setTimeout(end, 1000 * seconds);
      signal?.addEventListener("abort", end);
      function end(): void {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        go();
      }
    });
  }

  private get bearer(): string | undefined {
    return this.token instanceof OAuthTokens ? this.token.accessToken : this.token;
  }

  private async refresh(tokens: OAuthTokens, sent: string | undefined): Promise<void> {
    if (tokens.accessToken !== sent) return; // Another call was faster.
    this.refreshing ??= this.send(tokens.refreshCall())
      .then((answer) => tokens.take(answer))
      .finally(() => (this.refreshing = undefined));
    await this.refreshing;
  }
}
