/** A spreadsheet would run a text that begins like a formula, also in the wide characters of Chinese and Japanese. */
const isFormula = /^["\s]*[=+\-@＝＋－＠]/

/**
 * Returns a value as a cell. Many spreadsheets separate at semicolons or tabs, and then take a quotation mark inside a cell as text, so what
 * follows a separator or a line break in a text begins a cell too.
 */
const toCell = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  const text = value === null || value === undefined ? '' : String(value)
  const safe = text
    .split(/(?<=[;\t\r\n])/)
    .map((part) => (isFormula.test(part) ? `'${part}` : part))
    .join('')
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns rows as comma-separated values of RFC 4180, of which no spreadsheet runs a text as a formula. */
export const toCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
