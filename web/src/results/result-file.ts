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
  diff: 'text',
  html: 'text',
  json: 'text',
  md: 'text',
}

const extensionOf = (file: string): string => file.slice(file.lastIndexOf('.') + 1)

/** Returns what kind of file this is. */
export const kindOf = (file: string): ResultKind => kinds[extensionOf(file)] ?? 'other'

const languages = { diff: 'diff', json: 'json', md: 'markdown' } as const

/** Returns the language of a text. */
export const languageOf = (file: string) => languages[extensionOf(file) as keyof typeof languages] ?? 'html'

/**
 * Returns the URL of a result on this origin. `file` has the public URL of the service, which differs from the address in the
 * browser if that is another name of the same machine.
 */
export const toLocalPath = (file: string): string => new URL(file).pathname
