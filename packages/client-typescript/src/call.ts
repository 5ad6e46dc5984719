/** One call: what is sent, and what comes back. */

import { readProblem } from "./problem.js";

/** A request before it is sent; sent again, it is the same. */
export interface Call {
  method: string;
  path: string;
  query?: object;
  body?: unknown;
  /** The `Idempotency-Key`. */
  key?: string;
  /** The body of a call to OAuth, which takes no token; for a minute it may be sent again. */
  form?: Record<string, string>;
  lastEventId?: string | undefined;
  /** Ends a stream. */
  signal?: AbortSignal | undefined;
}

/** An answer, and its body if it is no stream. */
export interface Answer {
  response: Response;
  bytes: ArrayBuffer;
}

export interface Keyed {
  /** A text of your own, new for each thing that you want done; each call has one otherwise. */
  idempotencyKey?: string;
}

export interface Following {
  /** A number, `latest`, or of one game `my_answer`; `0` if left out. */
  after?: number | string;
  /** Ends the stream: its loop ends at once, without an error. */
  signal?: AbortSignal;
}

/** A new `Idempotency-Key`: a UUID of version 4. Pages of plain http have no `crypto.randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const IDEMPOTENT = ["GET", "PUT", "DELETE"];
const NO_CONTENT = 204;

/** Whether it is done once, even if it arrives twice. */
export function isRepeatable({ method, key, form }: Call): boolean {
  return IDEMPOTENT.includes(method) || key !== undefined || form !== undefined;
}

/** The address of a call, with its query. */
export function address(baseUrl: string, { path, query = {} }: Call): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) words.append(name, String(one));
    }
  }
  return baseUrl + path + (words.size ? `?${words}` : "");
}

/** What `fetch` is told of a call. */
export function describe(call: Call, token: string | undefined, language: string | undefined): RequestInit {
  const { method, body, key, form, lastEventId } = call;
  const headers = new Headers();
  if (token !== undefined && !form) headers.set("Authorization", `Bearer ${token}`);
  if (language !== undefined) headers.set("Accept-Language", language);
  if (key !== undefined) headers.set("Idempotency-Key", key);
  if (lastEventId !== undefined) headers.set("Last-Event-ID", lastEventId);
  if (form) return { method, headers, body: new URLSearchParams(form) };
  if (body === undefined) return { method, headers };
  headers.set("Content-Type", "application/json");
  return { method, headers, body: JSON.stringify(body) };
}

/** The body of an answer; throws ApiProblem if the call was refused. */
export function readAnswer({ response, bytes }: Answer): unknown {
  if (!response.ok) throw readProblem({ response, bytes });
  if (response.status === NO_CONTENT) return undefined;
  return isJson(response) ? parseJson(bytes) : bytes;
}

/** The answer, if its JSON is not cut, else throws: a proxy that knows no length gives no other sign of it. */
export function checkWhole(answer: Answer): Answer {
  if (isJson(answer.response)) parseJson(answer.bytes);
  return answer;
}

function isJson({ headers }: Response): boolean {
  return /^application\/(problem\+)?json/.test(headers.get("Content-Type") ?? "");
}

function parseJson(bytes: ArrayBuffer): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
