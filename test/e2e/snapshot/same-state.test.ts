import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js'
import { expect, test } from 'vitest'
import { ignore } from '../../../lib/base/timers.ts'
import type { ArtifactPart } from '../../../lib/core/plan/artifact.ts'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { holdPage } from '../../../lib/render/outputs/snapshot/hold-page.ts'
import { keepDocument, watchMainDocument } from '../../../lib/render/page/main-document.ts'
import { operations } from '../../../lib/schema/operations.ts'
import type { OutputName } from '../../../lib/schema/output-names.ts'
import { readFixture } from '../../support/read-cases.ts'
import { localEgress } from '../../support/render/browser-fixture.ts'
import { decodeImage } from '../../support/render/image.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { sharedBrowser } from '../../support/render/shared-browser.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

const all = ['screenshot', 'full_page', 'pdf', 'html', 'markdown', 'links', 'metadata']

const held: ServerResponse[] = []

const fixture = await startOperationsFixture({
  '/restless': page(readFixture('snapshot/restless.html')),
  '/parts': page(readFixture('snapshot/parts.html')),
  '/surfaces':
    page(`<!doctype html><body style="margin:0"><canvas id="canvas" width="200" height="100" style="display:block"></canvas>
<div style="height:1500px"></div><iframe sandbox srcdoc="<body style='background:#00f'>" style="border:0;width:200px;height:100px;display:block"></iframe>
<script>const drawn = canvas.transferControlToOffscreen().getContext('2d'); drawn.fillStyle = '#0f0'; drawn.fillRect(0, 0, 200, 100)</script>`),
  '/held': (_request, response) => void held.push(response),
  '/square.svg': (_request, response) => {
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="#f00"/></svg>'
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square), 300)
  },
})

const take = async (request: Record<string, unknown>) => {
  const artifact = await fixture.render(operations.snapshot, request)
  const parts = new Map<OutputName, ArtifactPart>(artifact.snapshot?.parts.map((part) => [part.output, part]))
  const part = (output: OutputName): ArtifactPart => {
    const found = parts.get(output)
    if (!found) throw new Error(`no ${output}`)
    return found
  }
  return { artifact, part, text: (output: OutputName) => part(output).body.toString() }
}

test('all outputs show the same state of a page that never rests', async () => {
  // It reaches every limit of the scroll.
  using _limits = scaleLimits(0.2, 'scroll')
  const image = { format: 'png' }
  const { artifact, part, text } = await take({
    url: '/restless',
    outputs: all,
    delay: 0.3,
    viewport_width: 300,
    viewport_height: 200,
    screenshot_options: image,
    full_page_options: { ...image, full_page_scroll: true, full_page_scroll_by_duration: 10 },
    pdf_options: { pdf_print_background: true },
  })
  const html = text('html')
  const [, count = ''] = /count (\d+)/.exec(html) ?? []
  const [, random = ''] = /random ([\d.]+)/.exec(html) ?? []
  expect(Number(count)).toBeGreaterThan(20)
  expect(html).toContain(`<title>title ${count}</title>`)
  expect(text('markdown')).toContain(`count ${count}\n\nrandom ${random}`)
  expect(artifact.snapshot?.metadata).toMatchObject({ title: `title ${count}`, language: 'de' })
  expect(artifact.page).toMatchObject({ title: `title ${count}` })
  const color = [Number(count) % 256, Math.floor(Number(count) / 256) % 256, 7, 255]
  const viewport = await decodeImage(part('screenshot').body)
  const whole = await decodeImage(part('full_page').body)
  expect([viewport.at(150, 30), whole.at(150, 30)]).toEqual([color, color])
  expect([viewport.height, whole.height > 3000]).toEqual([200, true])
  await using pdf = await readPdf(part('pdf').body)
  expect(await pdf.text(1)).toContain(`count ${count}`)
  expect(await pdf.text(1)).toContain(`random ${random}`)
  expect(await pdf.text(1)).toContain(`printed at ${count}`)
  expect(html).toContain('not printed')
  expect(await pdf.color(1, 100, 20)).toEqual(color.slice(0, 3))
})

test('a canvas that is drawn offscreen and a frame of another origin below the viewport are in the images', async () => {
  const image = { format: 'png' }
  const { part } = await take({
    url: '/surfaces',
    outputs: ['screenshot', 'full_page'],
    viewport_width: 300,
    viewport_height: 200,
    screenshot_options: image,
    full_page_options: image,
  })
  const viewport = await decodeImage(part('screenshot').body)
  const whole = await decodeImage(part('full_page').body)
  const green = [0, 255, 0, 255]
  expect([viewport.at(100, 50), whole.at(100, 50)]).toEqual([green, green])
  expect(whole.at(100, 1650)).toEqual([0, 0, 255, 255])
})

test('each output equals the single operation, and no earlier output changes it', async () => {
  const viewport = { viewport_width: 400, viewport_height: 300 }
  const { artifact, part, text } = await take({
    url: '/parts',
    outputs: all,
    ...viewport,
    screenshot_options: { format: 'webp', image_width: 40, image_height: 40, image_fit: 'cover' },
    full_page_options: { format: 'png' },
    markdown_options: { exclude_selectors: ['#fixed'] },
  })
  expect(artifact.snapshot?.parts.map(({ output }) => output).sort()).toEqual(all.sort())
  expect(part('screenshot')).toMatchObject({ contentType: 'image/webp', facts: { width: 40, height: 40 } })
  const alone = await fixture.render(operations.screenshot, {
    url: '/parts',
    ...viewport,
    format: 'png',
    full_page: true,
  })
  expect(part('full_page').facts).toEqual(alone.facts)
  const [whole, expected] = [await decodeImage(part('full_page').body), await decodeImage(alone.body)]
  const places = [
    [200, 10],
    [200, 200],
    [200, 1400],
    [25, (alone.facts?.height ?? 0) - 60],
  ] as const
  for (const [x, y] of places) expect(whole.at(x, y)).toEqual(expected.at(x, y))
  expect(text('html')).toBe(
    (await fixture.render(operations.scrape, { url: '/parts', format: 'html' })).body.toString(),
  )
  expect(text('markdown')).not.toContain('bar')
  await using pdf = await readPdf(part('pdf').body)
  await using own = await readPdf((await fixture.render(operations.pdf, { url: '/parts' })).body)
  expect([pdf.pageCount, await pdf.text(1)]).toEqual([own.pageCount, await own.text(1)])
  expect(await pdf.text(1)).not.toContain('on screens')
  const base = fixture.site.url
  expect(JSON.parse(text('links'))).toEqual({
    links: [
      { url: `${base}/one`, text: 'One link', rel: 'nofollow' },
      { url: `${base}/drawn`, text: 'Drawn', rel: null },
      { url: 'mailto:a@example.com', text: 'mail', rel: null },
    ],
    truncated: false,
  })
  expect(JSON.parse(text('metadata'))).toEqual(artifact.snapshot?.metadata)
  expect(artifact.snapshot?.metadata).toEqual({
    title: 'Parts',
    description: 'A page.',
    author: null,
    canonical: `${base}/canonical`,
    language: 'en',
    theme_color: '#123456',
    open_graph: { 'og:image': ['/a.png', '/b.png'] },
    twitter_card: { 'twitter:card': ['summary'] },
    json_ld: [{ '@type': 'Thing' }],
    icons: [{ url: `${base}/i.png`, rel: 'icon', sizes: '32x32', type: null }],
    feeds: [{ url: `${base}/feed`, title: 'News', type: 'application/rss+xml' }],
    truncated: false,
  })
  expect(artifact.page).toEqual({ url: `${base}/parts`, status: 200, title: 'Parts' })
})

test('an output that fails is named', async () => {
  const options = { outputs: ['markdown', 'html'], html_options: { include_selectors: ['.none'] } }
  await expect(take({ url: '/parts', ...options })).rejects.toMatchObject({
    code: 'selector_not_found',
    message: 'In the output `html`: `include_selectors` matches no element on the page.',
  })
})

test('a page is held when the browser reports a state before the page has it', async () => {
  const signal = AbortSignal.timeout(200_000)
  const options = { egress: localEgress, signal, gpuRendering: false }
  await sharedBrowser.withPage({ ...options, report: createRenderReport() }, async (session) => {
    await session.page.goto(`${fixture.site.url}/restless`)
    const { cdp } = session
    const late = new Proxy(cdp, {
      get: (target, key) =>
        key !== 'send'
          ? Reflect.get(target, key).bind(target)
          : async (method: keyof ProtocolMapping.Commands, ...params: []) => {
              if (method !== 'Page.setWebLifecycleState') return target.send(method, ...params)
              pause(50)
                .then(() => target.send(method, ...params))
                .catch(ignore)
              return undefined
            },
    })
    const texts = () => session.page.evaluate('"count " + count + " " + prints.textContent')
    const page = await holdPage({ ...session, cdp: late })
    await page.freeze()
    const [, count] = /count (\d+)/.exec(String(await texts())) ?? []
    expect(await texts()).toBe(`count ${count} not printed`)
    await page.announcePrint()
    expect(await texts()).toBe(`count ${count} printed at ${count}`)
    await pause(50)
    expect(await texts()).toBe(`count ${count} printed at ${count}`)
  })
})

test.each(['before', 'after'])('a page stays when it navigates %s its document is kept', async (moment) => {
  const signal = AbortSignal.timeout(200_000)
  const options = { egress: localEgress, signal, gpuRendering: false }
  await sharedBrowser.withPage({ ...options, report: createRenderReport() }, async (session) => {
    const { page: opened, cdp } = session
    const main = await watchMainDocument(cdp)
    await opened.goto(`${fixture.site.url}/parts`)
    const stopped = new Promise((resolve) => {
      cdp.once('Page.frameRequestedNavigation', () => cdp.once('Page.frameStoppedLoading', resolve))
    })
    const leave = () =>
      opened.evaluate(
        'document.head.insertAdjacentHTML("beforeend", `<meta http-equiv="refresh" content="0;url=/held">`)',
      )
    if (moment === 'before') {
      await leave()
      await expect.poll(() => held.length).toBe(1)
    }
    await keepDocument(session, main)
    if (moment === 'after') await leave()
    await stopped
    for (const response of held.splice(0)) response.end('<title>Other</title>')
    expect(await opened.title()).toBe('Parts')
  })
})
