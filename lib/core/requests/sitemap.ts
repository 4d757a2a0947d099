/** A file of the sitemap protocol (https://www.sitemaps.org/protocol.html). */
export interface Sitemap {
  kind: 'pages' | 'index'
  /** As written, with entities decoded. */
  urls: string[]
}

/** Its name may follow a prefix. */
const rootTag = /[<:](urlset|sitemapindex)[\s>/]/

const withoutComments = (xml: string) => {
  const parts = xml.split('<!--')
  return parts.map((part, index) => (index === 0 ? part : part.slice(toEnd(part)))).join('')
}

const toEnd = (comment: string) => {
  const end = comment.indexOf('-->')
  return end < 0 ? comment.length : end + 3
}

/** Returns the URLs of a sitemap, a sitemap index, or a text file with one URL on each line. Undefined if it is something else. */
export const parseSitemap = (text: string): Sitemap | undefined => {
  const source = text.replace(/^\ufeff/, '').trimStart()
  if (/^https?:\/\//i.test(source)) return { kind: 'pages', urls: source.split(/\s+/).filter(Boolean) }
  const xml = withoutComments(source)
  const root = rootTag.exec(xml)
  if (!root) return undefined
  // The tags of images and videos have other prefixes.
  const prefix = xml.slice(xml.lastIndexOf('<', root.index) + 1, root.index + 1)
  const name = `${prefix}loc`
  const urls = xml
    .split(`<${name}>`)
    .slice(1)
    .map((part) => decodeText(part.slice(0, Math.max(0, part.indexOf(`</${name}`)))))
  return { kind: root[1] === 'urlset' ? 'pages' : 'index', urls: urls.filter(Boolean) }
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
