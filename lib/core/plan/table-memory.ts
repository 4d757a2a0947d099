interface PrintedTable {
  cells: number
  pages: number
}

/**
 * What Chromium keeps of each cell while it prints: once, once for the tags, and once more for every page of the table. Measured with
 * tables of 11 columns and 1,000 to 8,000 rows.
 */
const cellBytes = 6000
const tagBytes = 4200
const cellBytesPerPage = 60

/** The memory of a render that is left for tables. */
const tableBytesMax = 1250 * 1024 ** 2

/** Returns the table that takes most memory, if all tables of a document together take too much. */
export const findUnprintable = (
  tables: readonly PrintedTable[],
  isTagged: boolean,
): PrintedTable | undefined => {
  const bytesOf = ({ cells, pages }: PrintedTable) =>
    cells * (cellBytes + (isTagged ? tagBytes : 0) + pages * cellBytesPerPage)
  const total = tables.reduce((sum, table) => sum + bytesOf(table), 0)
  return total <= tableBytesMax
    ? undefined
    : [...tables].sort((one, other) => bytesOf(other) - bytesOf(one))[0]
}
