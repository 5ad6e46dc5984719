/** The viewer's relations to other players, as far as they are read, and calls that change them. */

import {act, read} from "../api.js";
import {tell} from "../parts/announcements.js";
import {useState} from "../vendor/preact.js";
import {askWaiting} from "../waiting.js";
import {t} from "../words.js";

/** @typedef {import("../api.js").Problem | null} Problem */
/** @typedef {Api.Schemas["Relation"]} Relation */
/** @typedef {"friend" | "blocked" | "muted"} Member */
/**
 * @typedef {Relation & {avatar?: string}} KnownRelation The avatar of a player stands with the relation to them.
 * @typedef {{relations: Map<string, KnownRelation>, problem: Problem, learn: (more: Iterable<[string, KnownRelation]>) => void,
 *   load: () => Promise<void>, change: (name: string, member: Member, value: boolean) => Promise<void>}} Known
 */

/** What is said once it is done. @type {Record<Member, (name: string, now: Relation) => string>} */
const DONE = {
  friend: (name, now) => {
    if (now.friend === "yes") return t("{name} is your friend now.", {name});
    return now.friend === "requested" ? t("Friend request sent to {name}.", {name}) : t("{name} is not your friend, and no request is open.", {name});
  },
  blocked: (name, now) => (now.blocked ? t("{name} is blocked.", {name}) : t("{name} is no longer blocked.", {name})),
  muted: (name, now) => (now.muted ? t("{name} is muted.", {name}) : t("{name} is no longer muted.", {name})),
};

const MAX_PAGES = 5;

/** @returns {Known} */
export function useRelations() {
  const [relations, setRelations] = useState(/** @type {Map<string, KnownRelation>} */ (new Map()));
  const [problem, setProblem] = useState(/** @type {Problem} */ (null));
  const learn = (/** @type {Iterable<[string, KnownRelation]>} */ more) =>
    setRelations((before) => new Map([...before, ...[...more].map(([name, one]) => /** @type {[string, KnownRelation]} */ ([name, {...before.get(name), ...one}]))]));
  return {
    relations,
    problem,
    learn,
    async load() {
      const result = await readRelations();
      if (result.ok) learn(result.data);
      else setProblem(result.problem);
    },
    async change(username, member, value) {
      const result = await act("PATCH", "/me/relations/{username}", {username}, {[member]: value});
      setProblem(result.ok ? null : result.problem);
      if (!result.ok) return;
      tell(DONE[member](username, result.data));
      learn([[username, result.data]]);
      void askWaiting();
    },
  };
}

/** All my relations, the newest first, as far as so many pages go. @returns {Promise<import("../api.js").Result<[string, KnownRelation][]>>} */
async function readRelations() {
  /** @type {[string, KnownRelation][]} */
  const found = [];
  let cursor = "";
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const result = await read("/me/relations", {}, {page_size: 100, ...(cursor && {cursor})});
    if (!result.ok) return result;
    for (const one of result.data.results) found.push([one.player, {...one.relation, avatar: one.avatar}]);
    if (!result.data.next) break;
    cursor = new URL(result.data.next, location.origin).searchParams.get("cursor") ?? "";
  }
  return {ok: true, data: found};
}
