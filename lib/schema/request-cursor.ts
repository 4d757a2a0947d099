/** Returns whether a text has the format of a request id, so it can be looked up. */
export const isRequestId = (text: string): boolean => /^[0-9A-Za-z-]{1,64}$/.test(text)

/** Encodes the id of a request as a list cursor. The cursor is opaque, so its content can change. */
export const toCursor = (id: string): string => Buffer.from(id).toString('base64url')

/** Returns the id in a cursor, or undefined if the text is not a cursor of this service. */
export const readCursor = (cursor: string): string | undefined => {
  const id = Buffer.from(cursor, 'base64url').toString()
  return isRequestId(id) && toCursor(id) === cursor ? id : undefined
}
