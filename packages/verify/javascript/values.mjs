/** Values of JSON: of which type they are, and their canonical text. */

/** Of which of JSON's types a value is. */
export function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

export const isObject = (value) => kindOf(value) === "object";
export const isWhole = (value) => Number.isSafeInteger(value);
export const isText = (value) => typeof value === "string";

export function canonicalText(value) {
  switch (kindOf(value)) {
    case "list":
      return `[${value.map(canonicalText).join(",")}]`;
    case "object": {
      const member = (name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`;
      return `{${Object.keys(value).sort().map(member).join(",")}}`;
    }
    default:
      return JSON.stringify(value);
  }
}
