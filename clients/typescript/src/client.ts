/** The client: what is sent again, and as whom. */

import { type Answer, type Call, type Following, address, describe, isSuccess, readAnswer } from "./call.js";
import { Calls } from "./calls.js";
import { Feed, readLines } from "./feed.js";
import type { FeedEvent } from "./models.js";
import { Lost, Retries } from "./retries.js";
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
  fetch?: typeof fetch;
  /** How it waits, if not by a timer. */
  wait?: (seconds: number) => Promise<void>;
}

/** A player at a server: each call of the API is a method with the name of its operationId. */
export class Client extends Calls {
  token: string | OAuthTokens | undefined;
  private readonly baseUrl: string;
  private readonly language: string | undefined;
  private readonly retries: Retries;
  private readonly timeout: number;
  private readonly fetch: typeof fetch;
  private readonly wait: (seconds: number) => Promise<void>;
  private refreshing: Promise<void> | undefined;

  constructor(baseUrl: string, options: Options = {}) {
    super();
    this.baseUrl = baseUrl.replace(/\/$/, "");
    this.token = options.token;
    this.language = options.language;
    this.retries = options.retries ?? new Retries();
    this.timeout = options.timeout ?? 60_000;
    this.fetch = options.fetch ?? ((...given) => fetch(...given));
    this.wait = options.wait ?? ((seconds) => new Promise((go) => setTimeout(go, 1000 * seconds)));
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

  /** The events of a stream. A lost connection is resumed where it was; its signal ends it with an error. */
  protected async *follow(path: string, how: Following): AsyncGenerator<FeedEvent, void> {
    const feed = new Feed(path, how);
    for (;;) {
      const { stream } = await this.send(feed.nextCall(), { isStream: true });
      if (!stream) return;
      try {
        for await (const line of readLines(stream)) {
          const event = feed.readLine(line);
          if (event) yield event;
        }
      } catch (error) {
        if (!(error instanceof Lost) || how.signal?.aborted) throw error;
      }
      await this.wait(feed.pause);
    }
  }

  private async send(call: Call, { isStream = false } = {}): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const sent = this.bearer;
      const outcome = await this.attempt(call, isStream);
      call.signal?.throwIfAborted();
      if (!(outcome instanceof Lost)) {
        if (isSuccess(outcome)) return outcome;
        if (isExpired(call, outcome) && (await this.refresh(sent))) continue;
      }
      await this.wait(this.retries.findPause(attempt, call, outcome));
    }
  }

  private async attempt(call: Call, isStream: boolean): Promise<Answer | Lost> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.timeout);
    const signal = call.signal ? AbortSignal.any([late.signal, call.signal]) : late.signal;
    const request = { ...describe(call, this.bearer, this.language), signal };
    try {
      const said = await this.fetch(address(this.baseUrl, call), request);
      const { status, headers } = said;
      if (isStream && status === 200) return { status, headers, bytes: new ArrayBuffer(0), stream: said.body };
      return { status, headers, bytes: await said.arrayBuffer(), stream: null };
    } catch (error) {
      return new Lost(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private get bearer(): string | undefined {
    return this.token instanceof OAuthTokens ? this.token.accessToken : this.token;
  }

  /** Whether there is another token now than the one that was sent. */
  private async refresh(sent: string | undefined): Promise<boolean> {
    const tokens = this.token;
    if (!(tokens instanceof OAuthTokens)) return false;
    if (this.bearer === sent) {
      this.refreshing ??= this.send(tokens.refreshCall())
        .then((answer) => tokens.take(answer))
        .finally(() => (this.refreshing = undefined));
    }
    await this.refreshing;
    return true;
  }
}
