/** The check `kept`: receipts, proofs and texts beside a record. */

import { at, count, Fault } from "./faults.mjs";
import { anyObject } from "./forms.mjs";
import { checkPlain } from "./json_reader.mjs";
import { sum } from "./lists.mjs";
import { asProof, checkKeptProof, isProof, PROOF } from "./proofs.mjs";

/** What a player has kept of the game is what the document tells now; without a record, only proofs. */
export function checkKept(document, kept, content) {
  checkPlain(content);
  const several = Array.isArray(content);
  const counts = { receipt: 0, proof: 0, text: 0 };
  for (const [number, one] of (several ? content : [content]).map(asProof).entries()) {
    const place = several ? at("", number) : "";
    if (kept !== null) {
      kept.check(one, place);
    } else {
      anyObject(one, place);
      if (!isProof(one)) {
        throw new Fault(place, "is no proof, and only the record can tell of anything else");
      }
      PROOF(one, place);
      checkKeptProof(document, one, place);
    }
    if (isProof(one)) counts.proof += 1;
    else counts[Object.hasOwn(one, "text") ? "text" : "receipt"] += 1;
  }
  const [receipts, proofs, texts] = Object.entries(counts).map(([what, many]) => count(many, what));
  const agree = sum(Object.values(counts)) === 1 ? "agrees" : "agree";
  return `${receipts}, ${proofs} and ${texts} ${agree}`;
}

/** What the work gives; a fault in it is one in something kept, and says in which file. */
export function inFile(name, work) {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof Fault) {
      fault.check = "kept";
      fault.place = `${name}#${fault.place}`;
    }
    throw fault;
  }
}
