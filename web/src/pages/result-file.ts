/** What the browser can show of a result, by the extension of its file. */
export type ResultKind = 'image' | 'video' | 'pdf' | 'text' | 'other'

const kinds: Readonly<Record<string, ResultKind>> = {
  avif: 'image',
  gif: 'image',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  mp4: 'video',
  webm: 'video',
  pdf: 'pdf',
  html: 'text',
  md: 'text',
}

/** Returns what kind of file this is. */
export const kindOf = (file: string): ResultKind => kinds[file.slice(file.lastIndexOf('.') + 1)] ?? 'other'

/**
 * Returns the URL of a result on this origin. `file` has the public URL of the service, which differs from the address in the
 * browser if that is another name of the same machine.
 */
export const toLocalPath = (file: string): string => new URL(file).pathname
