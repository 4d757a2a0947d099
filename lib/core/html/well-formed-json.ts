/** An escaped backslash, or half of a surrogate pair, which `JSON.stringify` escapes unless it is one of a pair. */
const backslashOrHalf = /\\\\|\\ud[89a-f][0-9a-f]{2}/g

/** Returns a value as JSON that every parser accepts. Half of a surrogate pair, which a text of a page may contain, is replaced. */
export const toWellFormedJson = (value: unknown): string =>
  JSON.stringify(value).replace(backslashOrHalf, (found) => (found === '\\\\' ? found : '\ufffd'))
