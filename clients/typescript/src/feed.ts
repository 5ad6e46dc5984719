/** A stream of server-sent events, read line by line. */

import type { Call, Following } from "./call.js";
import type { FeedEvent } from "./models.js";
import { Lost } from "./retries.js";

/** Milliseconds without a line after which a connection is taken for lost: the server says something each 30 s. */
const SILENCE = 70_000;

/** The position in a stream, over all its connections. */
export class Feed {
  /** Seconds between two connections; the server says how many. */
  pause = 2;
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
    const { after = "0", signal } = this.how;
    return { method: "GET", path: this.path, query: { after }, lastEventId: this.lastId, signal };
  }

  /** The event that ends with this line, if one does. */
  readLine(line: string): FeedEvent | undefined {
    const at = line.indexOf(": ");
    const value = line.slice(at + 2);
    if (line === "") return this.endMessage();
    // Any other line is a comment, which keeps the connection open.
    if (line.startsWith("id: ")) this.nextId = value;
    else if (line.startsWith("retry: ")) this.pause = Number(value) / 1000;
    else if (line.startsWith("data: ")) this.data.push(value);
    return undefined;
  }

  private endMessage(): FeedEvent | undefined {
    this.lastId = this.nextId;
    const text = this.data.join("\n");
    this.data = [];
    return text ? JSON.parse(text) : undefined;
  }
}

/** The lines of a stream; throws Lost when the connection is. */
export async function* readLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await readInTime(reader);
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    reader.cancel().catch(() => {}); // It may be lost already.
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error("The server is silent.")), SILENCE);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    throw new Lost(error);
  } finally {
    clearTimeout(timer);
  }
}
