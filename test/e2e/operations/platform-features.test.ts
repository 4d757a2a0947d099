import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { type OperationId, operations } from '../../../lib/schema/operations.ts'
import { readFixture } from '../../support/read-cases.ts'
import { decodeImage, isNear } from '../../support/render/image.ts'
import { type RenderRequest, runnerOf, startOperationsFixture } from '../../support/render/operations.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

const fine = (content: string) => page(`<!doctype html><body style="background: rgb(0,200,0)">fine${content}`)

/** Pages that use what no image shows, or what a frame would wait for. Each of them is green, with the text `fine`. */
const pages = {
  'prerenders another page, and has a fenced frame, a video in a frame and a view transition in another one':
    fine(
      `<script type=speculationrules>{"prerender":[{"urls":["/other"]}]}</script><fencedframe></fencedframe>
    <iframe src="/capture/green.webm" style="position:fixed;bottom:0;height:9px"></iframe>
    <iframe id=inner src="/transition?1" style="position:fixed;bottom:0;width:0;height:0;border:0"></iframe>
    <script>onload = () => setTimeout(() => { inner.src = '/transition?2' }, 100)</script>`,
    ),
  'makes its window larger, then smaller, and waits for a time when it is resized': fine(`<script>
    addEventListener('resize', () => {
      const end = +new Date() + 60
      while (new Date() < end);
    })
    resizeTo(2000, 1500)
    setTimeout(() => resizeTo(300, 200), 150)
  </script>`),
  'works until a time in each frame': fine(`<script>
    const draw = () => {
      const end = +new Date() + 12
      while (new Date() < end);
      requestAnimationFrame(draw)
    }
    draw()
  </script>`),
  'waits for a script that never arrives': page(
    `<!doctype html><script async blocking=render src="/never"></script>
    <body style="background: rgb(0,200,0)">fine`,
  ),
  'leaves for a server that never responds': fine("<script>onload = () => { location = '/never' }</script>"),
}

const paths = new Map(Object.keys(pages).map((name, index) => [name, `/feature/${index}`]))

const routes: [string, Route][] = Object.entries(pages).map(([name, route]) => [paths.get(name) ?? '', route])
const fixture = await startOperationsFixture({
  ...Object.fromEntries(routes),
  '/other': page('other'),
  '/never': () => {},
  '/transition': page('<!doctype html><style>@view-transition { navigation: auto }</style>inner'),
  // Green, with the text `fine`, once it has drawn 40 frames after its workers have drawn their last ones.
  '/workers': page(readFixture('operations/workers.html')),
  '/late-picker':
    page(`<!doctype html><body style="background: rgb(0,200,0)">fine <button>open</button><input type=date>
      <script>document.querySelector('button').onclick = () =>
        setTimeout(() => document.querySelector('input').showPicker(), 600)</script>`),
  '/fullscreen': page(`<!doctype html><style>:fullscreen { background: rgb(0,200,0) }</style>
      <button onclick="main.requestFullscreen()">open</button><div id=main>fine</div>`),
  '/pickers': page(`<!doctype html><body style="background: rgb(0,200,0)">fine
      <select><option>one<option>two</select><input type=color><input type=date>
      <button onclick="document.body.requestPointerLock()"></button>
      <i onclick="shown.showPicker()">show</i><input id=shown type=month
        style="position: fixed; top: 100px; left: 0; width: 100px; height: 50px; border: 0; background: rgb(0,0,200)">
      <script>document.querySelector('[type=date]').onclick = (event) => event.target.showPicker()</script>`),
})

const render = async (id: OperationId, request: RenderRequest) => {
  const report = createRenderReport()
  const defaults = { block_annoyance: 'cookies_banner', timeout: 30 }
  const artifact = await fixture.render(operations[id], { ...defaults, ...request }, { report })
  return { artifact, report }
}

test.each([...paths])(
  'a page that %s is captured, and named in the report if it is rendered again',
  async (name, url) => {
    const isEndless = /never/.test(name)
    // Only what never arrives reaches its limits.
    using _limits = scaleLimits(isEndless ? 0.3 : 4, 'ready', 'load')
    const { artifact, report } = await render('screenshot', {
      url,
      // What the page waits for ends before it is captured.
      delay: 0.3,
      ...(isEndless ? { timeout: 10 } : { full_page: true }),
    })
    await runnerOf(operations.screenshot).assertFine(artifact)
    if (name === 'works until a time in each frame') expect(report.repeated).toBe('clock')
  },
)

test.each(['screenshot', 'screencast'] as const)(
  'a page whose workers have drawn all their frames has further ones (%s)',
  async (id) => {
    const { artifact, report } = await render(id, { url: '/workers', wait_for_selector: '#done' })
    await runnerOf(operations[id]).assertFine(artifact)
    expect(report.waitsExpired).toEqual([])
  },
)

test.each(['select', '[type=color]', '[type=date]', 'button'])(
  'what a click opens or locks does not keep the page from the capture (%s)',
  async (selector) => {
    const { artifact } = await render('screenshot', { url: '/pickers', click_selector: selector })
    await runnerOf(operations.screenshot).assertFine(artifact)
  },
)

test('an element that fills the screen fills the image, and nothing else does', async () => {
  const { artifact, report } = await render('screenshot', {
    url: '/fullscreen',
    click_selector: 'button',
    viewport_width: 1000,
    viewport_height: 700,
    device_scale_factor: 2,
  })
  // It covers the page, and is no progress screen.
  expect(report.waitsExpired).toEqual([])
  const { at, width, height } = await decodeImage(artifact.body)
  expect([width, height]).toEqual([2000, 1400])
  expect(isNear(at(width - 5, height - 5), [0, 200, 0])).toBe(true)
})

test('a picker that opens after the click is in no image', async () => {
  const { artifact } = await render('screenshot', { url: '/late-picker', click_selector: 'button' })
  await runnerOf(operations.screenshot).assertFine(artifact)
})

test('a field whose picker a script opened is in the image', async () => {
  const { artifact } = await render('screenshot', { url: '/pickers', click_selector: 'i' })
  expect((await decodeImage(artifact.body)).at(50, 145)).toEqual([0, 0, 200, 255])
})
