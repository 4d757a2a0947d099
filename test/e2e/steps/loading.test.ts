import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isNear } from '../../support/render/image.ts'
import { metadata, startRenderFixture } from '../../support/render/render.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page, type Route, readPages } from '../../support/sites/fixture-server.ts'

const fixturesDir = fileURLToPath(new URL('../../fixtures', import.meta.url))
const green = [0, 200, 0, 255]

/** Responds after this many ms. */
const late =
  (ms: number, contentType: string, body: () => Promise<Buffer> | Buffer | string): Route =>
  (_request, response) => {
    const send = async (to: ServerResponse) => {
      const bytes = await body()
      to.writeHead(200, { 'content-type': contentType, 'access-control-allow-origin': '*' }).end(bytes)
    }
    setTimeout(() => void send(response), ms)
  }
const never: Route = () => {}

const image = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background: { r: 0, g: 200, b: 0 } } })
    .png()
    .toBuffer()
const font = () => readFile(join(assetsDir, 'fonts', 'Cousine_400Regular.ttf'))

const greenSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" fill="rgb(0,200,0)"/></svg>'
// The cache would load one address 20 times in turn.
const addresses = Array.from({ length: 20 }, (_, index) => `/green.svg?${index}`)
const objects = addresses.map((address) => `<object data=${address}></object>`).join('')
const tiles = 'body { margin: 0 } object { float: left; width: 60px; height: 60px; border: 0 }'

const tileUrl = (kind: string) => `/tile-60.png?${kind}`
/** Images that are not `img` elements of the document. Each fills a tile. */
const furtherImages = {
  background: (url: string) => `<div style="background: url(${url})"></div>`,
  'background of a pseudo-element': (url: string) =>
    `<style>.background::before { content: ''; display: block; height: 60px; background: url(${url}) }</style><div class=background></div>`,
  'content of a pseudo-element': (url: string) =>
    `<style>.content::after { content: url(${url}) }</style><div class=content></div>`,
  'pseudo-element of an empty element': (url: string) =>
    `<style>.empty::after { content: ''; position: absolute; width: 60px; height: 60px; background: url(${url}) }</style>
      <div><i class=empty></i></div>`,
  content: (url: string) => `<div style="content: url(${url})"></div>`,
  mask: (url: string) => `<div style="background: rgb(0, 200, 0); mask: url(${url})"></div>`,
  border: (url: string) =>
    `<div style="box-sizing: border-box; border: 30px solid transparent; border-image: url(${url}) 20"></div>`,
  marker: (url: string) => `<div><li style="list-style: inside url(${url})"></div>`,
  input: (url: string) => `<div><input type=image src="${url}"></div>`,
  poster: (url: string) => `<div><video poster="${url}" width=60 height=60></video></div>`,
  svg: (url: string) => `<div><svg width=60 height=60><image href="${url}" /></svg></div>`,
  'style in a shadow tree': (url: string) =>
    `<div><template shadowrootmode=open><p style="margin: 0; height: 60px; background: url(${url})"></template></div>`,
  'element in a shadow tree': (url: string) =>
    `<div><template shadowrootmode=open><img src="${url}"></template></div>`,
}
const emptyImages = ['', 'http://['].map((href) => `<image href="${href}" width=9 height=9 />`)
const withoutImage = `<input type=image src=""><video poster=""></video><svg width=9 height=9>${emptyImages.join('')}</svg>`
const furtherTiles = Object.entries(furtherImages).map(([kind, tile]) =>
  tile(tileUrl(encodeURIComponent(kind))),
)

/** What a shadow tree may load, each 100 px high and green: an image, a style sheet and a frame. */
const inShadowTree =
  '<img src=/late.png><link rel=stylesheet href=/late.css><p></p><iframe src=/late-frame height=100></iframe>'
const shadowTree = (content: string, top = 0) =>
  page(`<!doctype html><body style="margin: 0"><x-outer></x-outer><p style="position: absolute; left: 200px; top: 0">Words</p><script>
    const attach = (host, html) => { host.attachShadow({ mode: 'open' }).innerHTML = html }
    const outer = document.querySelector('x-outer')
    attach(outer, '<div style="height: ${top}px"></div><x-inner></x-inner>')
    attach(outer.shadowRoot.querySelector('x-inner'), '<style>* { display: block; margin: 0; border: 0 }</style>${content}')
  </script>`)

const lazyImage = "<body style='margin: 0'><img loading=lazy src=/late.png width=100 height=100>"

const large = await image(2_000)
const fixture = await startRenderFixture({
  '/font.ttf': late(250, 'font/ttf', font),
  '/never': never,
  ...readPages('steps/loading.txt'),
  '/picture.png': late(250, 'image/png', () => image(50)),
  '/large.png': late(0, 'image/png', () => large),
  '/style.css': late(250, 'text/css', () => 'body { background: rgb(0, 200, 0) }'),
  '/picture-300.png': late(250, 'image/png', () => image(300)),
  '/tile-60.png': late(250, 'image/png', () => image(60)),
  '/further-images': page(
    `<!doctype html><style>${tiles} body > div { float: left; width: 60px; height: 60px; line-height: 0; overflow: hidden }</style>
        ${furtherTiles.join('')}<div>${withoutImage}</div>`,
  ),
  '/late.png': late(400, 'image/png', () => image(100)),
  '/late.css': late(400, 'text/css', () => 'p { height: 100px; background: rgb(0, 200, 0) }'),
  '/late-frame': late(400, 'text/html', () => '<body style="background: rgb(0, 200, 0)">'),
  '/shadow-lazy': shadowTree('<img loading=lazy src=/late.png width=100 height=100>', 5000),
  '/shadow': shadowTree(inShadowTree),
  '/font.css': late(
    250,
    'text/css',
    () => '@font-face { font-family: Fixture; src: url(/font.ttf) } body { font: 40px Fixture, serif }',
  ),
  '/importing.css': late(0, 'text/css', () => '@layer a; @import url(/never);'),
  '/clip.webm': late(250, 'video/webm', () => readFile(join(fixturesDir, 'capture', 'green.webm'))),
  '/many-elements': page(
    `<!doctype html><body style="margin: 0">Words${'<i></i>'.repeat(3200)}<div style="height: 100px; background: url(/late.png)">`,
  ),
  '/too-many-elements': page(
    `<!doctype html><body style="margin: 0">Words${'<br>'.repeat(10)}${'<i></i>'.repeat(30_000)}`,
  ),
  '/lazy-frames': page(
    `<!doctype html><style>body { margin: 0 } iframe { display: block; width: 100px; height: 100px; border: 0 }</style>
        <div style="height: 5000px"></div><iframe srcdoc="${lazyImage}"></iframe><iframe loading=lazy src=/lazy-frame></iframe>`,
  ),
  '/lazy-frame': page(lazyImage),
  '/green.svg': late(100, 'image/svg+xml', () => greenSvg),
  '/objects': page(`<!doctype html><style>${tiles}</style>${objects}`),
  '/late': late(300, 'text/plain', () => 'x'),
})

const title = { metadata: metadata('title') }

test('fonts and images that never arrive are counted, and the page is rendered without them', async () => {
  using _limits = scaleLimits(0.3, 'ready')
  const shoot = async () => {
    const { report } = await fixture.shoot('/no-font-or-image')
    expect(report.waitsExpired).toEqual(expect.arrayContaining(['fonts', 'images']))
    return report
  }
  // A page that is too busy to respond in time counts nothing.
  const counted = { fonts: { awaited: 1, missing: 1 }, images: { awaited: 1, missing: 1 } }
  await expect.poll(shoot, { timeout: 60_000 }).toMatchObject(counted)
})

describe('images', () => {
  test.each(['/slow-image', '/large-image'])(
    'of %s are in the screenshot, and are requested once',
    async (path) => {
      fixture.site.requests.length = 0
      const shot = await fixture.shoot(path)
      expect(shot.image.at(200, 150)).toEqual(green)
      expect(shot.report.waitsExpired).not.toContain('images')
      expect(fixture.site.requests.filter((request) => request.path.endsWith('.png'))).toHaveLength(1)
    },
  )

  test('outside the viewport are not awaited', async () => {
    const shot = await fixture.shoot('/hidden-image')
    expect(shot).toMatchObject({ report: { images: { awaited: 0 } }, expired: [] })
  })
})

/** Centres of 20 tiles of 60 pixels in a viewport of 400. */
const tileCentres = Array.from({ length: 20 }, (_, index) => [
  30 + (index % 6) * 60,
  30 + Math.floor(index / 6) * 60,
])

test('images that are not elements of the document are in the screenshot, and are requested once', async () => {
  using _limits = scaleLimits(10, 'ready')
  fixture.site.requests.length = 0
  const shot = await fixture.shoot('/further-images', { fullPage: true })
  const kinds = Object.keys(furtherImages)
  const shown = kinds.filter((_, index) => {
    const [x = 0, y = 0] = tileCentres[index] ?? []
    return shot.image.at(x, y).join() === green.join()
  })
  expect(shown).toEqual(kinds)
  expect(shot.expired).toEqual([])
  expect(fixture.site.requests).toHaveLength(1 + kinds.length)
})

test.each([
  ['an image, a style sheet and a frame', '/shadow', {}, [50, 150, 250]],
  ['a lazy image below the window', '/shadow-lazy', { fullPage: true }, [5050]],
] as const)('%s in a shadow tree are in the screenshot', async (_kind, path, changes, places) => {
  const shot = await fixture.shoot(path, changes)
  for (const y of places) expect(shot.image.at(50, y)).toEqual(green)
  expect(shot.expired).toEqual([])
})

describe('videos in the window', () => {
  test('show their first image, which arrives late', async () => {
    const shot = await fixture.shoot('/video', { fullPage: true })
    expect(isNear(shot.image.at(100, 50), [0, 192, 0], 24)).toBe(true)
    expect(shot.expired).toEqual([])
  })

  test('that never arrive are named in the report', async () => {
    using _limits = scaleLimits(0.3, 'ready')
    expect((await fixture.shoot('/hanging-video')).report.waitsExpired).toContain('videos')
  })
})

describe('backgrounds after many elements', () => {
  test('are in the screenshot of a full page', async () => {
    const shot = await fixture.shoot('/many-elements', { fullPage: true })
    expect(shot.image.at(50, 70)).toEqual(green)
    expect(shot.expired).toEqual([])
  })

  test('are named in the report if there are too many', async () => {
    expect((await fixture.shoot('/too-many-elements')).report.waitsExpired).toContain('images')
  })
})

describe('frames', () => {
  test('of objects are all in the screenshot', async () => {
    // Twenty documents take longer on a busy machine.
    using _limits = scaleLimits(10, 'ready')
    const shot = await fixture.shoot('/objects')
    for (const [x = 0, y = 0] of tileCentres) expect(shot.image.at(x, y)).toEqual(green)
    expect(shot.expired).toEqual([])
  })

  test('of the same origin below the window have their lazy images in a full page', async () => {
    const shot = await fixture.shoot('/lazy-frames', { fullPage: true })
    expect([5050, 5150].map((y) => shot.image.at(50, y))).toEqual([green, green])
    expect(shot.expired).toEqual([])
  })
})

test('style sheets that arrive after DOMContentLoaded are applied', async () => {
  const shot = await fixture.shoot('/styles')
  expect(shot.image.at(200, 250)).toEqual(green)
})

test('style sheets that a style element imports are awaited with their fonts', async () => {
  const shot = await fixture.shoot('/imported-font', { metadata: metadata('fonts') })
  expect(JSON.parse(shot.metadata['Fonts'] ?? '')).toEqual(['Cousine'])
  expect(shot).toMatchObject({ report: { fonts: { awaited: 1, missing: 0 } }, expired: [] })
})

test.each([
  ['/hanging-styles', false],
  ['/hanging-imports', true],
])(
  'style sheets that never arrive do not prevent the screenshot: %s (full page: %s)',
  async (path, fullPage) => {
    using _limits = scaleLimits(0.3, 'ready')
    const shot = await fixture.shoot(path, { fullPage })
    expect(shot.image.at(200, 150)).toEqual(green)
    expect(shot.report.waitsExpired).toContain('styles')
  },
)

describe('wait_until', () => {
  test('domcontentloaded does not wait for hidden images', async () => {
    const shot = await fixture.shoot('/never-loads', title)
    expect(shot.metadata['Title']).toBe('')
  })

  test('load waits for them', async () => {
    const shot = await fixture.shoot('/slow-load', { ...title, waitUntil: ['load'] })
    expect(shot.metadata['Title']).toBe('loaded')
  })

  test.each([
    ['several events are all awaited', '/polling', ['domcontentloaded', 'networkidle0', 'load']],
    ['networkidle2 ignores two pending requests', '/hanging', ['networkidle2']],
  ] as const)('%s', async (_name, path, waitUntil) => {
    const shot = await fixture.shoot(path, { ...title, waitUntil: [...waitUntil] })
    expect(shot.metadata['Title']).toBe('fetched')
  })

  test('networkidle0 is not reached while requests are pending', async () => {
    await expect(
      fixture.shoot('/hanging', { waitUntil: ['networkidle0'], timeoutMs: 1_000 }),
    ).rejects.toMatchObject({
      code: 'page_timeout',
      message: expect.stringContaining('networkidle0'),
    })
  })

  test('a frame that never responds does not delay the page', async () => {
    const shot = await fixture.shoot('/frame', { ...title, timeoutMs: 3_000 })
    expect(shot.metadata['Title']).toBe('outer')
  })

  test.each(['/onward', '/late-onward'])(
    'a page that navigates to another one (%s) is followed',
    async (path) => {
      const shot = await fixture.shoot(path, { ...title, delayMs: 200 })
      expect(shot.metadata['Title']).toBe('second')
    },
  )
})

test('wait_for_selector waits until the element is visible, and names the selector if it never is', async () => {
  const shot = await fixture.shoot('/later-element', { ...title, waitForSelector: '#there' })
  expect(shot.metadata['Title']).toBe('there')
  await expect(
    fixture.shoot('/target', { waitForSelector: '#none', timeoutMs: 1_000 }),
  ).rejects.toMatchObject({ code: 'page_timeout', message: expect.stringContaining('#none') })
})
