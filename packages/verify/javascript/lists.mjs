/** Lists of numbers and of other things. */

/** The object without the members of these names. */
export function without(object, names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The numbers from `first` on that are below `end`. */
export function range(first, end) {
  return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
}

/** Take one such item out of a list. */
export function remove(items, item) {
  items.splice(items.indexOf(item), 1);
}

/** Below 0 if the first list of numbers comes before the second, above 0 if after it. */
export function ranked(one, other) {
  for (const [place, number] of one.entries()) {
    if (number !== other[place]) return number - other[place];
  }
  return 0;
}

export function ascending(numbers) {
  return [...numbers].sort((one, other) => one - other);
}
