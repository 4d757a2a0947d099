import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Section {
  anchor: string
  /** The titles above it, and its own. */
  titles: string[]
  text: string
}

/** Headings, and the terms of definition lists: parameters are results of the search as well. */
const marker = /<(h[1-6]|dt) id="([^"]*)"[^>]*>/g

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }

const toText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => entities[name] ?? '')
    .replace(/[\s\u200b]+/g, ' ')
    .trim()

/** The same program in five languages would fill the index with the names of their libraries. */
const withoutCode = (html: string): string =>
  html
    .split('<pre')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('</pre>'))))
    .join('')

/** The overview of the parameters of a render has the beginnings of their descriptions. */
const withoutOverview = (html: string): string => html.replace(/<div class="parameters">[\s\S]*?<\/div>/g, '')

/** Returns a parameter of a page of the reference, as its Markdown has it. */
const definitionOf = (page: string, name: string): string | undefined =>
  page.split(`<dt id="${name}">`)[1]?.split('</dd>')[0]

const screenshotPage = () => readFileSync(join(import.meta.dirname, '../reference/screenshot.md'), 'utf8')

/** Splits a page into what the search can find. A parameter that several operations share is found once. */
export const splitIntoSections = (path: string, html: string): Section[] => {
  const shared = basename(path) === 'screenshot.md' ? '' : screenshotPage()
  const page = readFileSync(path, 'utf8')
  const isRepeated = (name: string) => {
    const definition = definitionOf(page, name)
    return definition !== undefined && definition === definitionOf(shared, name)
  }
  const code = withoutCode(withoutOverview(html))
  const all = [...code.matchAll(marker)]
  // A changelog mentions everything, and explains nothing.
  const found = basename(path) === 'changelog.md' ? all.slice(0, 1) : all
  const parents: string[] = []
  return found.flatMap((match, index) => {
    const [opening, tag = '', anchor = ''] = match
    const start = match.index + opening.length
    const end = code.indexOf(`</${tag}>`, start)
    const line = toText(code.slice(start, end))
    const [title = '', ...facts] = tag === 'dt' ? line.split(' · ') : [line]
    const depth = tag === 'dt' ? 6 : Number(tag.slice(1)) - 1
    parents.length = depth
    const titles = [...parents.filter(Boolean), title]
    parents[depth] = title
    if (tag === 'dt' && isRepeated(anchor)) return []
    const text = toText(code.slice(end, found[index + 1]?.index))
    return [{ anchor, titles, text: [...facts, text].join(' ') }]
  })
}
