/** Client of tideapi, a server for asynchronous table games. */
export { Client, type Options } from "./client.js";
export type { Following, Keyed } from "./call.js";
export * as models from "./models.js";
export { ApiProblem, ClientError, ConnectionLost } from "./problem.js";
export { Retries } from "./retries.js";
export { OAuthTokens } from "./tokens.js";
