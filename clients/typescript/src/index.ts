/** Client of tideapi, a server for asynchronous table games. */
export { Client, type Options } from "./client.js";
export type { Following, Keyed } from "./call.js";
export * as models from "./models.js";
export { ApiProblem } from "./problem.js";
export { Lost, Retries } from "./retries.js";
export { OAuthTokens } from "./tokens.js";
