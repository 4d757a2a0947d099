import { isPageText } from '../requests/result-name.ts'

// RFC 8187 `attr-char`: encodeURIComponent leaves these five that are not in it.
const percentEncode = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * S3 stores at most 2 KB of a file's own headers, with their names:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html. The other headers of a result take 130 bytes.
 */
const bytesMax = 1_900

/**
 * Returns `inline`, or with a file name `attachment` in both forms of RFC 6266: a quoted ASCII fallback with `_` for other characters,
 * and the exact name in UTF-8. Names of which both would be too long have no fallback. The package content-disposition omits the UTF-8
 * form for ASCII names.
 */
export const toContentDisposition = (name: string | undefined, extension: string): string => {
  if (name === undefined) return 'inline'
  const fileName = `${name}.${extension}`
  const ascii = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_')
  const exact = `filename*=UTF-8''${percentEncode(fileName.toWellFormed())}`
  const both = `attachment; filename="${ascii}"; ${exact}`
  return both.length <= bytesMax ? both : `attachment; ${exact}`
}

/** Returns the same for a file with its own URL. Results that contain a page's text are always downloads there. */
export const toStoredDisposition = (name: string | undefined, extension: string): string =>
  name === undefined && isPageText(extension) ? 'attachment' : toContentDisposition(name, extension)
