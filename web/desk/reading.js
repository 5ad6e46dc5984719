/** Something that is read when a part of the desk is opened, and again when it is asked for. */

import {useEffect, useState} from "../vendor/preact.js";

/**
 * What was read last, and what was refused.
 *
 * @template T
 * @param {() => Promise<import("../api.js").Said<T>>} ask
 * @param {unknown[]} [when] It is read anew when one of these changes.
 */
export function useRead(ask, when = []) {
  const [data, setData] = useState(/** @type {T | null} */ (null));
  const [problem, setProblem] = useState(/** @type {import("../api.js").Problem | null} */ (null));
  async function again() {
    const said = await ask();
    if (said.ok) setData(said.data);
    setProblem(said.ok ? null : said.problem);
  }
  useEffect(() => void again(), when);
  return {data, setData, problem, again};
}
