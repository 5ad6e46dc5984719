/** Tokens of an app that a player has let in by OAuth. */

import { type Answer, type Call, readAnswer } from "./call.js";
import { readProblem } from "./problem.js";

/** An access token, and the refresh token by which the client gets the next one. */
export class OAuthTokens {
  constructor(
    readonly clientId: string,
    public accessToken: string,
    public refreshToken: string,
    /** Called with new tokens before they are used: a refresh token is good once, so write it down. */
    private readonly keep: (tokens: OAuthTokens) => void | Promise<void> = () => {},
  ) {}

  /** The call that gets new tokens; its lost answer can be asked for again for 60 seconds. */
  refreshCall(): Call {
    const form = { grant_type: "refresh_token", refresh_token: this.refreshToken, client_id: this.clientId };
    return { method: "POST", path: "/oauth/token", form };
  }

  /** Take over the tokens of an answer; throws ApiProblem if the player has to be asked again. */
  async take(answer: Answer): Promise<void> {
    const said = readAnswer(answer) as { access_token: string; refresh_token: string };
    this.accessToken = said.access_token;
    this.refreshToken = said.refresh_token;
    await this.keep(this);
  }
}

/** Whether a call was refused because its access token has ended. */
export function isExpired(call: Call, answer: Answer): boolean {
  return !call.form && answer.response.status === 401 && readProblem(answer).code === "token_expired";
}
