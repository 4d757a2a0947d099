import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'puppeteer-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBrowserFixture } from '../support/render/browser-fixture.ts'
import { capturePage } from '../support/render/capture-page.ts'
import { assetsDir } from '../support/render/shared-browser.ts'
import { page as htmlPage, type Route } from '../support/sites/fixture-server.ts'

/** The families of each line's glyphs, by id, the one with the most glyphs first. */
const lines = new Map<string, string[]>()

/** Of each symbol on its own: its pixels and the families of its glyphs. */
const symbols = new Map<string, { pixels: Buffer; fonts: Record<string, number> }>()

const packagesDir = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** Faces of each format, with text that their features change. */
const samples = [
  [
    '@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf',
    'Hamburgefonstiv AVATo ffi fl 0123456789 ąŁß Ωμέγα Ыйж',
  ],
  ['@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Bold.ttf', 'السلام عليكم ورحمة الله وبركاته'],
  ['@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf', '日本語の文章、カタカナ「括弧」鬱憤・髙﨑'],
  [
    '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
    '😀👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏿1️⃣🐻‍❄️🎨🫠',
  ],
] as const

const rowPx = 60

/** The text in the face of the package on the left, in the shipped one on the right. */
const facesPage = samples
  .map(([path, text], index) =>
    ['package', 'shipped']
      .map(
        (source, column) =>
          `<style>@font-face{font-family:${source}${index};src:url(/${source}/${path})}</style><p style="position:absolute;margin:0;left:${400 * column}px;top:${rowPx * index}px;width:400px;height:${rowPx}px;overflow:hidden;font:17px/27px ${source}${index}">${text}</p>`,
      )
      .join(''),
  )
  .join('')

const fontRoute: Route = (_request, response, { pathname }) => {
  const [, source, ...path] = pathname.split('/')
  const file = source === 'package' ? join(packagesDir, ...path) : join(assetsDir, 'fonts', path.at(-1) ?? '')
  createReadStream(file).pipe(response)
}

let faces: Buffer

beforeAll(async () => {
  await using fixture = await startBrowserFixture({ '/faces': htmlPage(facesPage), '*': fontRoute })
  await fixture.render(async ({ page, cdp }) => {
    await page.setViewport({ width: 800, height: 1600 })
    await page.goto(`${fixture.site.url}/browser/scripts.html`)
    await cdp.send('DOM.enable')
    await cdp.send('CSS.enable')
    const ids = await page.$$eval('p', (elements) => elements.map(({ id }) => id))
    for (const id of ids) lines.set(id, await platformFonts(cdp, id))
    await page.goto(`${fixture.site.url}/browser/symbols.html`)
    await readSymbols(page, cdp)
    await page.goto(`${fixture.site.url}/faces`)
    const loaded = await page.evaluate(async () =>
      [...(await document.fonts.ready)].map(({ status }) => status),
    )
    expect(loaded).toEqual(new Array(2 * samples.length).fill('loaded'))
    faces = await capturePage(cdp)
  })
})

const readSymbols = async (page: Page, cdp: CDPSession) => {
  const image = await capturePage(cdp)
  const cells = await page.$$eval('span', (elements) =>
    elements.map(({ textContent, offsetLeft, offsetTop }) => ({
      text: textContent ?? '',
      left: offsetLeft,
      top: offsetTop,
    })),
  )
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 })
  const nodes = async (selector: string) =>
    (await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })).nodeIds
  const nodeIds = await nodes('span')
  for (const [index, { text, left, top }] of cells.entries()) {
    const cell = { left, top, width: 40, height: 40 }
    const pixels = await sharp(image).extract(cell).removeAlpha().raw().toBuffer()
    symbols.set(text, { pixels, fonts: await glyphsOf(cdp, nodeIds[index] ?? 0) })
  }
  for (const nodeId of await nodes('p')) {
    const { node } = await cdp.send('DOM.describeNode', { nodeId })
    const id = node.attributes?.[1] ?? ''
    symbols.set(`#${id}`, { pixels: Buffer.alloc(0), fonts: await glyphsOf(cdp, nodeId) })
  }
}

const glyphsOf = async (cdp: CDPSession, nodeId: number): Promise<Record<string, number>> => {
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
  return Object.fromEntries(fonts.map(({ familyName, glyphCount }) => [familyName, glyphCount]))
}

/** Families that the glyphs of the element come from, the one with the most glyphs first. */
const platformFonts = async (cdp: CDPSession, id: string) => {
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 })
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: `#${id}` })
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.sort((a, b) => b.glyphCount - a.glyphCount).map((font) => font.familyName)
}

describe('every script is drawn with a font that supports it', () => {
  test.each([
    ['latin', 'Arimo'],
    ['greek', 'Arimo'],
    ['cyrillic', 'Arimo'],
    ['arabic', 'Noto Naskh Arabic'],
    ['hebrew', 'Arimo'],
    ['devanagari', 'Noto Sans Devanagari'],
    ['thai', 'Noto Sans Thai'],
    ['hangul', 'Noto Sans Korean Regular'],
    ['kana', 'Noto Sans Japanese Regular'],
    ['emoji', 'Noto Color Emoji'],
  ])('%s by %s', (id, family) => {
    expect(lines.get(id)?.[0]).toBe(family)
  })
})

describe('Han characters have the forms of their language, also next to each other on one page', () => {
  test.each([
    ['zh-CN', 'Noto Sans S Chinese Regular'],
    ['zh-Hans', 'Noto Sans S Chinese Regular'],
    ['zh', 'Noto Sans S Chinese Regular'],
    ['none', 'Noto Sans S Chinese Regular'],
    ['zh-TW', 'Noto Sans T Chinese Regular'],
    ['zh-HK', 'Noto Sans T Chinese Regular'],
    ['ja', 'Noto Sans Japanese Regular'],
    ['arial-ja', 'Noto Sans Japanese Regular'],
    ['initial-ja', 'Noto Sans Japanese Regular'],
    ['ko', 'Noto Sans Korean Regular'],
  ])('%s by %s', (id, family) => {
    expect(lines.get(id)).toEqual([family])
  })
})

describe('families that pages name are substituted by one of the same kind', () => {
  test.each([
    ['serif', 'Tinos'],
    ['mono', 'Cousine'],
    ['system', 'Open Sans'],
    ['segoe', 'Open Sans'],
    ['arial', 'Arimo'],
  ])('%s by %s', (id, family) => {
    expect(lines.get(id)).toEqual([family])
  })
})

test('a font of this machine is not used', () => {
  expect(lines.get('machine')).toEqual(['Tinos'])
})

test.each(samples.map(([path], index) => [path.split('/').at(-1), index] as const))(
  '%s is drawn as in its package, although it is smaller',
  async (_file, index) => {
    const cell = (left: number) =>
      sharp(faces)
        .extract({ left, top: rowPx * index, width: 400, height: rowPx })
        .removeAlpha()
        .raw()
        .toBuffer()
    const drawn = await cell(400)
    expect(new Set(drawn).size).toBeGreaterThan(40)
    expect(drawn.equals(await cell(0))).toBe(true)
  },
)

describe('symbols', () => {
  const ofSymbols = () => [...symbols].filter(([text]) => !text.startsWith('#') && text !== '\u{f0000}')

  test('of menus, arrows, keys and mathematics have a glyph', () => {
    const box = symbols.get('\u{f0000}')?.pixels
    expect(ofSymbols().length).toBe(70)
    const missing = ofSymbols().filter(([, { pixels }]) => box === undefined || pixels.equals(box))
    expect(missing.map(([text]) => text)).toEqual([])
  })

  // Next to each other they may come from another font, because Chromium tries the most recent font first.
  test('have a glyph next to each other too, and none becomes an emoji', () => {
    const ofArimo = ofSymbols().filter(([, { fonts }]) => 'Arimo' in fonts).length
    const run = symbols.get('#run')?.fonts ?? {}
    expect(run['Arimo']).toBe(ofArimo)
    expect(Object.keys(run)).not.toContain('Noto Color Emoji')
  })

  test.each([
    ['emoji', 'Noto Color Emoji'],
    ['presentation', 'Noto Color Emoji'],
    ['bengali', 'Noto Sans Bengali'],
    ['tamil', 'Noto Sans Tamil'],
    ['georgian', 'Noto Sans Georgian'],
    ['armenian', 'Noto Sans Armenian'],
    ['khmer', 'Noto Sans Khmer'],
  ])('%s by %s', (id, family) => {
    expect(Object.keys(symbols.get(`#${id}`)?.fonts ?? {})).toEqual([family])
  })
})
