/** The id of a request, as the cursor of a list: opaque, so that what it holds can change. */
export const toCursor = (id: string): string => Buffer.from(id).toString('base64url')

/** The id in a cursor; undefined where the text is none that this service gave. */
export const readCursor = (cursor: string): string | undefined => {
  const id = Buffer.from(cursor, 'base64url').toString()
  return /^[0-9A-Za-z-]{1,64}$/.test(id) && toCursor(id) === cursor ? id : undefined
}
