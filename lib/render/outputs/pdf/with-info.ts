import type { DocumentInfo } from '../../../core/plan/render-plan.ts'
import { notReadable } from './pdf-file.ts'
import { endOfText, toTextString } from './text-string.ts'

const keys: Record<keyof DocumentInfo, string> = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
}

/**
 * Returns the entries of the information dictionary with these ones.
 *
 * @throws InternalError for a dictionary of another form
 */
export const withInfo = (dictionary: string, info: DocumentInfo): string => {
  const entries = readTexts(dictionary)
  for (const [key, name] of Object.entries(keys)) {
    const text = info[key as keyof DocumentInfo]
    if (text !== undefined) entries.set(name, toTextString(text))
  }
  return [...entries].map(([name, value]) => `/${name} ${value}`).join('\n')
}

/**
 * Reads the entries of a dictionary, which are texts: literals, in which Skia escapes parentheses and line ends, or hexadecimal. A page
 * chooses its title, so it may contain anything else, and have megabytes.
 */
const readTexts = (dictionary: string): Map<string, string> => {
  const entries = new Map<string, string>()
  for (let end = 0; end < dictionary.length; ) {
    entryStart.lastIndex = end
    const [start, name = ''] = entryStart.exec(dictionary) ?? []
    const valueAt = end + (start?.length ?? 0)
    end = endOfText(dictionary, valueAt)
    if (start === undefined || end === 0) throw notReadable('an entry of the dictionary is not text')
    entries.set(name, dictionary.slice(valueAt, end))
  }
  return entries
}

const entryStart = /\s*\/(\w+)\s*/y
