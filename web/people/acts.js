/** What one player does about another: friends, blocked, muted. Each list is read once and again after each act. */

import {act, read} from "../api.js";
import {tell} from "../parts/spoken.js";
import {useEffect, useState} from "../vendor/preact.js";
import {askFriends} from "../waiting.js";
import {t} from "../words.js";

/** @typedef {import("../api.js").Problem | null} Problem */
/** @typedef {"friends" | "blocks" | "mutes"} List */
/** @typedef {{friends: Api.Schemas["Friend"][], blocks: Api.Schemas["BlockedPlayer"][], mutes: Api.Schemas["MutedPlayer"][]}} People */
/** @typedef {{people: People | null, problem: Problem, put: (list: List, name: string) => Promise<void>, drop: (list: List, name: string) => Promise<void>}} Known */

/** What is said once it is done. @type {Record<"PUT" | "DELETE", Record<List, (name: string) => string>>} */
const DONE = {
  PUT: {
    friends: (name) => t("{name} is asked, or is your friend now.", {name}),
    blocks: (name) => t("{name} is blocked.", {name}),
    mutes: (name) => t("{name} is muted.", {name}),
  },
  DELETE: {
    friends: (name) => t("{name} is neither your friend nor asked.", {name}),
    blocks: (name) => t("{name} is blocked no more.", {name}),
    mutes: (name) => t("{name} is muted no more.", {name}),
  },
};

const MOST = 100;
const PATHS = /** @type {const} */ ({
  friends: "/me/friends/{username}",
  blocks: "/me/blocks/{username}",
  mutes: "/me/mutes/{username}",
});

/** Everybody whom I know, as far as the lists go. @param {string | null} me @returns {Known} */
export function usePeople(me) {
  const [people, setPeople] = useState(/** @type {People | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  async function ask() {
    const query = {page_size: MOST};
    const [friends, blocks, mutes] = await Promise.all([read("/me/friends", {}, query), read("/me/blocks", {}, query), read("/me/mutes", {}, query)]);
    if (friends.ok && blocks.ok && mutes.ok) setPeople({friends: friends.data.results, blocks: blocks.data.results, mutes: mutes.data.results});
    const refused = [friends, blocks, mutes].find((one) => !one.ok);
    if (refused && !refused.ok) setProblem(refused.problem);
  }
  useEffect(() => {
    if (me) void ask();
  }, [me]);
  /** @param {"PUT" | "DELETE"} method */
  const doing = (method) => async (/** @type {List} */ list, /** @type {string} */ username) => {
    const said = await act(method, PATHS[list], {username});
    setProblem(said.ok ? null : said.problem);
    if (!said.ok) return;
    tell(DONE[method][list](username));
    await ask();
    void askFriends();
  };
  return {people, problem, put: doing("PUT"), drop: doing("DELETE")};
}

/** How I stand to somebody. @param {People} people @param {string} name */
export function standing(people, name) {
  const is = (/** @type {{username: string}} */ one) => one.username === name;
  return {
    friend: people.friends.find(is)?.standing ?? null,
    blocked: people.blocks.some(is),
    muted: people.mutes.some(is),
  };
}
