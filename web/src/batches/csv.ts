/**
 * A spreadsheet would run a text that begins like a formula, also in the wide characters of Chinese and Japanese, and after quotation marks
 * and characters that it does not show.
 */
const isFormula = /^["\s\p{C}]*[=+\-@＝＋－＠]/u

/**
 * Where spreadsheets separate: at what is usual in a country or a choice of their dialogs, which they remember. Nothing separates at commas
 * inside of quotation marks. A sign between spaces is no formula.
 */
const cellStart = /(?<=[;|:\t\r\n])|(?<= )(?=["\p{C}\u00a0]*[=+\-@＝＋－＠](?! ))/u

/**
 * Returns a value as a cell. Where another separator than the comma is used, a quotation mark inside a cell is text, so what follows such a
 * separator or a line break in a text begins a cell too.
 */
const toCell = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  const text = value === null || value === undefined ? '' : String(value)
  const safe = text
    .split(cellStart)
    .map((part) => (isFormula.test(part) ? `'${part}` : part))
    .join('')
    // OWASP counts them as starts of formulas: https://owasp.org/www-community/attacks/CSV_Injection
    .replace(/^(?=[\t\r\0])/, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns rows as comma-separated values of RFC 4180, of which no spreadsheet runs a text as a formula. */
export const toCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
