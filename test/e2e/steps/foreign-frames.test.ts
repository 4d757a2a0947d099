import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { plan, startRenderFixture } from '../../support/render/render.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const frame = `<!doctype html><style>
  body { background: rgb(255, 255, 255); margin: 0 } @media (prefers-color-scheme: dark) { body { background: rgb(0, 0, 100) } }
</style><script>
  fetch('/told?' + encodeURIComponent([navigator.userAgent, navigator.languages, new Date(2026, 0, 1).getTimezoneOffset(), matchMedia('(pointer: coarse)').matches].join()))
</script>`

/** Green once its lazy image has arrived and its animation has ended. */
const lateFrame = `<!doctype html><body style="margin: 0">
<canvas width=200 height=100 style="float: left"></canvas><img loading=lazy src=/late.png width=200 height=100><script>
  const drawing = document.querySelector('canvas').getContext('2d')
  let startMs
  const draw = (ms) => {
    startMs ??= ms
    const share = Math.min(1, (ms - startMs) / 300)
    drawing.fillStyle = share < 1 ? \`rgb(\${share * 255}, 0, 0)\` : 'rgb(0, 200, 0)'
    drawing.fillRect(0, 0, 200, 100)
    if (share < 1) requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
</script>`
const greenImage = await sharp({
  create: { width: 200, height: 100, channels: 3, background: { r: 0, g: 200, b: 0 } },
})
  .png()
  .toBuffer()

const other = await startFixtureServer({
  '/frame': page(frame),
  '/late-frame': page(lateFrame),
  '/late.png': (_request, response) =>
    void setTimeout(() => response.writeHead(200, { 'content-type': 'image/png' }).end(greenImage), 400),
  '*': (_request, response) => void response.end(),
})
/** A frame of another site runs in a separate process, which does not receive the emulation of the page from the browser. */
const fixture = await startRenderFixture(
  {
    '/': page(
      `<!doctype html><body style="margin: 0"><iframe src="http://localhost:${other.port}/frame" width=400 height=300 style="border: 0"></iframe>`,
    ),
    '/busy-worker': page(
      `<!doctype html><body style="margin: 0"><iframe src="http://localhost:${other.port}/frame" width=400 height=300 style="border: 0"></iframe>
      <script>new Worker(URL.createObjectURL(new Blob(['while (true);'])))</script>`,
    ),
    '/below': page(
      `<!doctype html><style>body { margin: 0 } iframe { display: block; border: 0 }</style><div style="height: 3000px">Words</div>
      ${['localhost', '127.0.0.1'].map((host) => `<iframe src="http://${host}:${other.port}/late-frame" width=400 height=100></iframe>`).join('')}`,
    ),
  },
  { egressAllow: '127.0.0.1,localhost' },
)
afterAll(() => other.close())

test('a frame of another site has the same emulation as the page', async () => {
  const { image } = await fixture.shoot('/', {
    userAgent: 'Sonde/1.0',
    locale: 'fr-FR',
    timezone: 'Asia/Kolkata',
    darkMode: true,
    viewport: { ...plan().viewport, hasTouch: true },
    waitUntil: ['networkidle0'],
  })
  const sent = other.requests.find(({ path }) => path === '/frame')?.headers
  expect(sent).toMatchObject({ 'user-agent': 'Sonde/1.0', 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' })
  const told = other.requests.find(({ path }) => path.startsWith('/told'))?.path ?? ''
  expect(decodeURIComponent(told)).toBe('/told?Sonde/1.0,fr-FR,fr,en,-330,true')
  expect(image.at(200, 150)).toEqual([0, 0, 100, 255])
})

test('frames and workers are set up without an error, and masks wait for no busy worker', async () => {
  const { report } = await fixture.shoot('/busy-worker', {
    timezone: 'Asia/Kolkata',
    viewport: { ...plan().viewport, hasTouch: true },
    block: { ...plan().block, annoyances: ['cookies_banner'] },
    failOnConsoleError: true,
    finishAnimations: true,
    mask: { selectors: ['b'], color: '#000' },
  })
  expect(report.faults).toBeUndefined()
})

// 2 s.
test('frames below the window are complete in a full page, whether or not they run in a separate process', async () => {
  const { image } = await fixture.shoot('/below', { fullPage: true })
  const points = [3050, 3150].flatMap((y) => [100, 300].map((x) => image.at(x, y)))
  expect(points).toEqual(points.map(() => [0, 200, 0, 255]))
})
