/** The three forms of RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. */
const forms = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/** Returns the time of an HTTP date in Unix ms, or undefined if the text is none. */
export const parseHttpDate = (text: string): number | undefined => {
  if (!forms.some((form) => form.test(text))) return undefined
  const ms = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Number.isNaN(ms) ? undefined : ms
}
