import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const packageDir = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** What a reader of a PDF sees. Pages are counted from 1. */
export interface Pdf extends AsyncDisposable {
  pageCount: number
  title: string
  /** The entries of the information dictionary that are texts, without its dates. */
  info: Record<string, string>
  /** Points: 72 an inch. */
  size(page: number): Promise<[width: number, height: number]>
  text(page: number): Promise<string>
  /** Returns the position of the text with this start, in points from the top left corner, and the height of its letters. */
  place(page: number, beginning: string): Promise<{ left: number; top: number; height: number }>
  links(page: number): Promise<string[]>
  /** Titles of the bookmarks, nested ones behind their parents. */
  outline(): Promise<string[]>
  /** The pages that these bookmarks lead to. */
  outlinePages(): Promise<number[]>
  /** Roles of the structure tree, e.g. `H1`; empty for an untagged page. */
  roles(page: number): Promise<string[]>
  /** Color of a point that is given in points from the top left corner. */
  color(page: number, x: number, y: number): Promise<[red: number, green: number, blue: number]>
}

export const readPdf = async (body: Uint8Array): Promise<Pdf> => {
  const document = await getDocument({
    data: new Uint8Array(body),
    verbosity: 0,
    cMapUrl: join(packageDir, 'cmaps/'),
    standardFontDataUrl: join(packageDir, 'standard_fonts/'),
  }).promise
  const { info } = await document.getMetadata()
  const pageOf = (page: number) => document.getPage(page)
  return {
    pageCount: document.numPages,
    title: String((info as { Title?: string }).Title ?? ''),
    info: textsOf(info),
    size: async (page) => {
      const { width, height } = (await pageOf(page)).getViewport({ scale: 1 })
      return [width, height]
    },
    text: async (page) => (await textItems(await pageOf(page))).map(({ str }) => str).join(' '),
    place: async (page, beginning) => findPlace(await pageOf(page), beginning),
    links: async (page) =>
      (await (await pageOf(page)).getAnnotations()).flatMap(({ url }: { url?: string }) => url ?? []),
    outline: async () => titlesOf((await document.getOutline()) as unknown as OutlineNode[] | null),
    outlinePages: async () => {
      const pages = destinationsOf((await document.getOutline()) as unknown as OutlineNode[] | null).map(
        ([page]) => document.getPageIndex(page),
      )
      return (await Promise.all(pages)).map((index) => index + 1)
    },
    roles: async (page) => rolesOf((await (await pageOf(page)).getStructTree()) as TreeNode),
    color: async (page, x, y) => colorAt(await pageOf(page), x, y),
    [Symbol.asyncDispose]: () => document.destroy(),
  }
}

interface TextItem {
  str: string
  transform: number[]
  height: number
}

const textItems = async (page: PDFPageProxy): Promise<TextItem[]> =>
  (await page.getTextContent()).items.filter((item): item is TextItem & typeof item => 'str' in item)

const findPlace = async (page: PDFPageProxy, beginning: string) => {
  const item = (await textItems(page)).find(({ str }) => str.startsWith(beginning))
  if (item === undefined) throw new Error(`no text begins with "${beginning}"`)
  const [, , , , left = 0, bottom = 0] = item.transform
  return { left, top: page.getViewport({ scale: 1 }).height - bottom - item.height, height: item.height }
}

/** As pdf.js names an object. */
interface RefProxy {
  num: number
  gen: number
}

interface OutlineNode {
  title: string
  dest: [RefProxy]
  items: OutlineNode[]
}

const titlesOf = (nodes: OutlineNode[] | null): string[] =>
  (nodes ?? []).flatMap(({ title, items }) => [title, ...titlesOf(items)])

const destinationsOf = (nodes: OutlineNode[] | null): [RefProxy][] =>
  (nodes ?? []).flatMap(({ dest, items }) => [dest, ...destinationsOf(items)])

const textsOf = (info: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(info).filter(([name, value]) => typeof value === 'string' && !name.endsWith('Date')),
  )

interface TreeNode {
  role?: string
  children?: TreeNode[]
}

const rolesOf = (node: TreeNode | null): string[] =>
  node === null
    ? []
    : [...(node.role === undefined ? [] : [node.role]), ...(node.children ?? []).flatMap(rolesOf)]

interface Canvas {
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { data: number[] }
  }
}

interface CanvasFactory {
  create(width: number, height: number): { canvas: Canvas }
  destroy(target: object): void
}

const colorAt = async (page: PDFPageProxy, x: number, y: number): Promise<[number, number, number]> => {
  const viewport = page.getViewport({ scale: 1 })
  const factory = (page as unknown as { _transport: { canvasFactory: CanvasFactory } })._transport
    .canvasFactory
  const target = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas: target.canvas as never, viewport }).promise
  const { data } = target.canvas.getContext('2d').getImageData(x, y, 1, 1)
  factory.destroy(target)
  return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0]
}
