import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { metadata, startRenderFixture } from '../../support/render/render.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

const font = await readFile(join(assetsDir, 'fonts', 'Cousine_400Regular.ttf'))

/** Routes of pages whose image arrives when `count` other resources have been requested. Fonts and styles arrive a quarter of a second later. */
const routes = (): Record<string, Route> => {
  const gates = new Map<string, { left: number; open: PromiseWithResolvers<void> }>()
  const gate = (url = '', arrived = 0) => {
    const [, id = '', count = '0'] = /\?(\w+),(\d)/.exec(url) ?? []
    const found = gates.get(id) ?? { left: Number(count), open: Promise.withResolvers<void>() }
    gates.set(id, found)
    found.left -= arrived
    if (found.left <= 0) found.open.resolve()
    return found.open.promise
  }
  const late =
    (type: string, body: string | Buffer): Route =>
    async ({ url }, response) => {
      await gate(url, 1)
      setTimeout(
        () => response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body),
        250,
      )
    }
  return {
    '/image': async ({ url }, response) => {
      await gate(url)
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    },
    '/font': late('font/ttf', font),
    '/style': late(
      'text/css',
      '#draft { display: none } body { background: rgb(0, 200, 0) } p { font: 40px Late, serif }',
    ),
    '/never': ({ url }) => void gate(url, 1),
    '/late': ({ url }, response) => {
      const key = `${new URL(url ?? '', 'http://x').searchParams.get('id')},1`
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><style>@font-face { font-family: Late; src: url(/font?inner) }</style>
        <p>Stillframe<p id=draft>draft</p><img src=/image?${key}>
        <script>setTimeout(() => {
          const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/style?${key}' })
          document.head.append(link)
        }, 50)</script>`)
    },
    '/late-font': page(`<!doctype html><style>@font-face { font-family: Late; src: url(/font?font,1) }
        p { font: 40px serif } .late { font-family: Late, serif }</style><p>Stillframe</p><img src=/image?font,1>
        <script>setTimeout(() => { document.querySelector('p').className = 'late' }, 50)</script>`),
    '/hanging': page(`<!doctype html><p>Stillframe</p><img src=/image?hanging,3>
        <script>setTimeout(() => {
          const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/never?hanging,3&css' })
          const script = Object.assign(document.createElement('script'), { src: '/never?hanging,3&js' })
          document.head.append(link, script)
          new FontFace('Late', 'url(/never?hanging,3&ttf)').load()
        }, 50)</script>`),
  }
}

const fixture = await startRenderFixture(routes())
const all = await startOperationsFixture(routes())

test.each(['/late?id=a', '/late-font'])(
  '%s: what a script requests while the page settles is awaited',
  async (path) => {
    const shot = await fixture.shoot(path, { metadata: metadata('fonts') })
    expect(JSON.parse(shot.metadata['Fonts'] ?? '')).toContain('Cousine')
    expect(shot.expired).toEqual([])
    if (path.includes('?')) expect(shot.image.at(390, 290)).toEqual([0, 200, 0, 255])
  },
)

test('a PDF and a scrape have the late style', async () => {
  const pdf = await all.render(operations.pdf, { url: '/late?id=pdf' })
  await using document = await readPdf(pdf.body)
  expect(await document.text(1)).toBe('Stillframe')
  const { body } = await all.render(operations.scrape, { url: '/late?id=scrape', format: 'md' })
  expect(body.toString()).toMatch(/^Stillframe\s+!/)
})

test('what never arrives is reported', async () => {
  using _limits = scaleLimits(0.3, 'ready')
  const { expired } = await fixture.shoot('/hanging', { metadata: metadata('report') })
  // A busy machine may add what arrives after the limits.
  expect(expired).toEqual(expect.arrayContaining(['fonts', 'scripts', 'styles']))
})
