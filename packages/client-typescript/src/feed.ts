/** A stream of server-sent events, over all its connections. */

import type { Call, Following } from "./call.js";
import type { FeedEvent } from "./models.js";

/** Milliseconds without a byte after which a connection is taken for lost: the server says something each 30 s. */
const SILENCE = 70_000;
/** The end of a line. A line feed may still follow a carriage return that came last. */
const LINE_END = /\r\n|\n|\r(?!$)/;
/** The next connection goes on after the last event. */
const LOST = { value: undefined, done: true } as const;
const GAME_OVER = ["finished", "cancelled"];

/** The position in a stream. */
export class Feed {
  /** Seconds between two connections; the server says how many. */
  pause = 2;
  /** Whether the last event of the game that is streamed has come. */
  isOver = false;
  private lastId: string | undefined;
  private nextId: string | undefined;
  private data: string[] = [];

  constructor(
    private readonly path: string,
    private readonly how: Following,
  ) {}

  /** The call that begins the stream, or resumes it after the last whole event. */
  nextCall(): Call {
    this.nextId = this.lastId;
    this.data = [];
    const { after = 0, signal } = this.how;
    return { method: "GET", path: this.path, query: { after }, lastEventId: this.lastId, signal };
  }

  /** The events of one connection, until it ends, is lost or silent, or the signal comes. */
  async *read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<FeedEvent, void> {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    const cancel = () => void reader.cancel().catch(() => {}); // It may be lost already.
    this.how.signal?.addEventListener("abort", cancel);
    let rest = "";
    try {
      for (;;) {
        const timer = setTimeout(cancel, SILENCE);
        const { value, done } = await reader.read().catch(() => LOST).finally(() => clearTimeout(timer));
        if (done) return;
        const lines = (rest + value).split(LINE_END);
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const event = this.readLine(line);
          if (event) yield event;
        }
      }
    } finally {
      this.how.signal?.removeEventListener("abort", cancel);
      cancel();
    }
  }

  private readLine(line: string): FeedEvent | undefined {
    if (line === "") return this.endMessage();
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (name === "id") this.nextId = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.pause = Number(value) / 1000;
    else if (name === "data") this.data.push(value);
    return undefined;
  }

  private endMessage(): FeedEvent | undefined {
    this.lastId = this.nextId;
    const text = this.data.join("\n");
    this.data = [];
    if (!text) return undefined;
    const event: FeedEvent = JSON.parse(text);
    if (GAME_OVER.includes(event.type) && this.path.includes(`/games/${event.game}/`)) this.isOver = true;
    return event;
  }
}
