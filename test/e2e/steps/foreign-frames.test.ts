import { afterAll, expect, test } from 'vitest'
import { plan, startRenderFixture } from '../../support/render/render.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const frame = `<!doctype html><style>
  body { background: rgb(255, 255, 255); margin: 0 } @media (prefers-color-scheme: dark) { body { background: rgb(0, 0, 100) } }
</style><script>
  fetch('/told?' + encodeURIComponent([navigator.userAgent, navigator.languages, new Date(2026, 0, 1).getTimezoneOffset(), matchMedia('(pointer: coarse)').matches].join()))
</script>`

const other = await startFixtureServer({
  '/frame': page(frame),
  '*': (_request, response) => void response.end(),
})
/** A frame of another site runs in a separate process, which does not receive the emulation of the page from the browser. */
const fixture = await startRenderFixture(
  {
    '/': page(
      `<!doctype html><body style="margin: 0"><iframe src="http://localhost:${other.port}/frame" width=400 height=300 style="border: 0"></iframe>`,
    ),
  },
  { egressAllow: '127.0.0.1,localhost' },
)
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await other.close()
})

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

test('a late frame is in the screenshot', async () => {
  const { image } = await fixture.shoot('/', { darkMode: true })
  expect(image.at(200, 150)).toEqual([0, 0, 100, 255])
})
