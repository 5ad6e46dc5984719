/** What a call or a stream fails with. */

import type { Answer } from "./call.js";
import type { Fault, Problem } from "./models.js";

/** Any failure of a call or a stream: a refusal, or an answer that has not come. */
export abstract class ClientError extends Error {}

/** No whole answer has come; `cause` is the error of the connection. */
export class ConnectionLost extends ClientError {
  constructor(cause: unknown) {
    super("No whole answer has come.", { cause });
    this.name = "ConnectionLost";
  }
}

/** A refused call (RFC 9457). Go by its `code`: /docs/problems/ of the server lists all. */
export class ApiProblem extends ClientError {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** Faults of the request, each with its place. */
  readonly errors: readonly Fault[];
  /** The id of the call, with which its operator finds it in the log. */
  readonly instance: string | undefined;

  constructor(
    readonly status: number,
    said: Partial<Problem> & { code: string },
    /** Seconds after which the call can be made again, where the server says so. */
    readonly retryAfter: number | undefined,
  ) {
    super(`${said.code} (${status}): ${said.detail ?? ""}`);
    this.name = "ApiProblem";
    this.code = said.code;
    this.title = said.title ?? "";
    this.detail = said.detail ?? "";
    this.errors = said.errors ?? [];
    this.instance = said.instance;
  }
}

/** The problem of an answer; its code is `http_502` and the like where a proxy answers. */
export function readProblem({ response: { status, headers }, bytes }: Answer): ApiProblem {
  const wait = headers.get("Retry-After") ?? "";
  return new ApiProblem(status, readBody(status, bytes), /^\d+$/.test(wait) ? Number(wait) : undefined);
}

function readBody(status: number, bytes: ArrayBuffer): Partial<Problem> & { code: string } {
  try {
    const said = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof said.code === "string") return said;
    // OAuth has a form of its own (RFC 6749).
    if (typeof said.error === "string") return { code: said.error, detail: said.error_description };
  } catch {
    // It is no JSON, or null.
  }
  return { code: `http_${status}`, detail: "No answer of the server." };
}
