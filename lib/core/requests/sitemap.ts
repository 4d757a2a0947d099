/** A file of the sitemap protocol (https://www.sitemaps.org/protocol.html). */
export interface Sitemap {
  kind: 'pages' | 'index'
  /** As written, with entities decoded. One more than `locationsMax` if there are more. */
  urls: string[]
}

/** The most URLs that the protocol allows in one file. */
export const locationsMax = 50_000

/** Longer than any URL that a request may have. What is longer is cut, and refused as too long. */
const locationLengthMax = 10_000

/** Its name may follow a prefix. */
const rootTag = /[<:](urlset|sitemapindex)[\s>/]/g

/** Returns the URLs of a sitemap, a sitemap index, or a text file with one URL on each line. Undefined if it is something else. */
export const parseSitemap = (text: string): Sitemap | undefined => {
  const source = text.replace(/^\ufeff/, '').trimStart()
  if (/^https?:\/\//i.test(source))
    return { kind: 'pages', urls: take(source.matchAll(/\S+/g), ([word]) => word) }
  const comments = createComments(source)
  const root = findRoot(source, comments)
  if (!root) return undefined
  // The tags of images and videos have other prefixes.
  const prefix = source.slice(source.lastIndexOf('<', root.index) + 1, root.index + 1)
  const texts = textsOf(source, { name: `${prefix}loc`, from: root.index, comments })
  return { kind: root[1] === 'urlset' ? 'pages' : 'index', urls: take(texts, decodeText) }
}

/** A small compressed file may have millions of locations. */
const take = <T>(items: Iterable<T>, toText: (item: T) => string): string[] => {
  const texts: string[] = []
  for (const item of items) {
    const text = toText(item).slice(0, locationLengthMax)
    if (text !== '') texts.push(text)
    if (texts.length > locationsMax) break
  }
  return texts
}

/** Returns where the comment around a position ends, or undefined if there is none. Positions must not decrease. */
type Comments = (at: number) => number | undefined

const createComments = (xml: string): Comments => {
  let start = 0
  let end = 0
  return (at) => {
    while (end <= at) {
      start = indexOrEnd(xml, '<!--', end)
      end = start < xml.length ? indexOrEnd(xml, '-->', start + 4) + 3 : Number.POSITIVE_INFINITY
    }
    return start <= at ? end : undefined
  }
}

const indexOrEnd = (xml: string, text: string, from: number) => {
  const index = xml.indexOf(text, from)
  return index < 0 ? xml.length : index
}

const findRoot = (xml: string, comments: Comments): RegExpExecArray | undefined => {
  rootTag.lastIndex = 0
  for (let root = rootTag.exec(xml); root; root = rootTag.exec(xml)) {
    const end = comments(root.index)
    if (end === undefined) return root
    rootTag.lastIndex = end
  }
  return undefined
}

/** Returns the texts of the elements with a name. */
function* textsOf(
  xml: string,
  { name, from, comments }: { name: string; from: number; comments: Comments },
): Generator<string> {
  const find = (text: string, start: number) => {
    let at = xml.indexOf(text, start)
    for (let end = comments(at); at >= 0 && end !== undefined; end = comments(at)) at = xml.indexOf(text, end)
    return at
  }
  const open = `<${name}>`
  let start = find(open, from)
  while (start >= 0) {
    const end = find(`</${name}`, start + open.length)
    if (end < 0) return
    yield withoutComments(
      xml.slice(start + open.length, Math.min(end, start + open.length + locationLengthMax)),
    )
    start = find(open, end)
  }
}

const withoutComments = (text: string) => {
  const parts = text.split('<!--')
  return parts
    .map((part, index) => (index === 0 ? part : part.slice(indexOrEnd(part, '-->', 0) + 3)))
    .join('')
}

const cdata = '<![CDATA['

const decodeText = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.startsWith(cdata) ? trimmed.slice(cdata.length).replace(']]>', '').trim() : decode(trimmed)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Returns the name that tells whether two URLs are of the same site. */
export const siteOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '')
