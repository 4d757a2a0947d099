import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNear } from '../../support/render/image.ts'
import { metadata, plan, type RenderFixture, startRenderFixture } from '../../support/render/render.ts'
import { page } from '../../support/sites/fixture-server.ts'

let fixture: RenderFixture

/** The page's title is the value of the script's expression. */
const asTitle = (expression: string) =>
  `<!doctype html><title></title><script>(async () => { document.title = await (${expression}) })()</script>`

beforeAll(async () => {
  fixture = await startRenderFixture({
    '/hosts': page(asTitle('location.href')),
    '/place': page(
      asTitle(
        'new Promise((found) => navigator.geolocation.getCurrentPosition(({ coords }) => found([coords.latitude, coords.longitude, coords.accuracy].join()), (error) => found(error.message)))',
      ),
    ),
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const titleOf = async (expression: string, overrides: Parameters<typeof plan>[0] = {}) => {
  const shot = await fixture.shootHtml(asTitle(expression), { metadata: metadata('title'), ...overrides })
  return decodeURIComponent(shot.metadata['Title'] ?? '')
}

const colors = `<!doctype html><style>
  body { margin: 0; height: 300px; background: rgb(255, 255, 255); print-color-adjust: exact }
  @media (prefers-color-scheme: dark) { body { background: rgb(0, 0, 100) } }
  @media print { body { background: rgb(0, 100, 0) } }
  @media (prefers-reduced-motion: reduce) { body { background: rgb(100, 0, 0) } }
</style>`

describe('emulated media are visible in the screenshot', () => {
  test.each([
    ['nothing', {}, [255, 255, 255]],
    ['dark mode', { darkMode: true }, [0, 0, 100]],
    ['print media', { media: 'print' }, [0, 100, 0]],
    ['reduced motion', { reducedMotion: true }, [100, 0, 0]],
  ] as const)('%s', async (_name, overrides, expected) => {
    const { image } = await fixture.shootHtml(colors, overrides)
    expect(image.at(200, 150)).toEqual([...expected, 255])
  })
})

describe('media features describe the pointer', () => {
  const features = `['hover', 'any-hover', 'pointer', 'any-pointer'].map((feature) =>
    ['none', 'hover', 'coarse', 'fine'].find((value) => matchMedia('(' + feature + ': ' + value + ')').matches))`
  const mouse = 'hover,hover,fine,fine'
  const finger = 'none,none,coarse,coarse'

  test.each([
    ['a desktop', {}, mouse],
    ['a mobile device', { isMobile: true, hasTouch: true }, finger],
    ['a desktop with touch', { hasTouch: true }, finger],
    ['a desktop after it', {}, mouse],
  ])('of %s', async (_name, viewport, expected) => {
    const overrides = { viewport: { ...plan().viewport, ...viewport } }
    expect(await titleOf(features, overrides)).toBe(expected)
  })
})

describe('vision deficiencies change the colors', () => {
  const halves = `<!doctype html><style>body { margin: 0; height: 300px; background: linear-gradient(90deg, rgb(255, 0, 0) 50%, rgb(0, 160, 0) 50%) }</style>`

  test('none changes nothing', async () => {
    const { image } = await fixture.shootHtml(halves)
    expect(image.at(100, 150)).toEqual([255, 0, 0, 255])
    expect(image.at(300, 150)).toEqual([0, 160, 0, 255])
  })

  test('achromatopsia leaves greys only', async () => {
    const { image } = await fixture.shootHtml(halves, { visionDeficiency: 'achromatopsia' })
    const [red, green, blue] = image.at(100, 150)
    expect([green, blue]).toEqual([red, red])
  })

  test('deuteranopia makes red and green similar', async () => {
    const { image } = await fixture.shootHtml(halves, { visionDeficiency: 'deuteranopia' })
    const [left, right] = [image.at(100, 150), image.at(300, 150)]
    expect(Math.abs(left[0] - right[0])).toBeLessThan(100)
    expect(left[1]).toBeGreaterThan(50)
  })

  test('blurred vision blurs an edge', async () => {
    const { image } = await fixture.shootHtml(halves, { visionDeficiency: 'blurred_vision' })
    expect(isNear(image.at(200, 150), [0, 160, 0], 40)).toBe(false)
    expect(isNear(image.at(199, 150), [255, 0, 0], 40)).toBe(false)
  })

  test('reduced contrast makes black lighter', async () => {
    const { image } = await fixture.shootHtml('<!doctype html><body style="background:#000">', {
      visionDeficiency: 'reduced_contrast',
    })
    expect(image.at(200, 150)[0]).toBeGreaterThan(30)
  })
})

describe('time and place', () => {
  test.each([
    ['UTC', undefined, '0'],
    ['the time zone asked for', 'Asia/Kolkata', '-330'],
  ])('the page is in %s', async (_name, timezone, offset) => {
    const zone = timezone === undefined ? {} : { timezone }
    expect(await titleOf('new Date(2026, 0, 15).getTimezoneOffset()', zone)).toBe(offset)
  })

  test('an unknown time zone is a 400 that names the parameter', async () => {
    await expect(fixture.shootHtml('x', { timezone: 'Mars/Olympus' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('timezone'),
    })
  })

  test('the page has the requested position and permission to read it', async () => {
    const shot = await fixture.shoot('/place', {
      geolocation: { latitude: 48.2, longitude: 16.37, accuracy: 25 },
      delayMs: 200,
      metadata: metadata('title'),
    })
    expect(shot.metadata['Title']).toBe('48.2,16.37,25')
  })
})

describe('locale', () => {
  test('is visible to the page and sent to the server', async () => {
    fixture.site.requests.length = 0
    await fixture.shoot('/hosts', { locale: 'de-AT' })
    expect(fixture.site.requests[0]?.headers['accept-language']).toBe('de-AT,de;q=0.9,en;q=0.8')
    const seen =
      '[navigator.language, navigator.languages, Intl.NumberFormat().resolvedOptions().locale].join(" ")'
    expect(await titleOf(seen, { locale: 'de-AT' })).toBe('de-AT de-AT,de,en de-AT')
  })

  test('is American English by default', async () => {
    expect(await titleOf('navigator.languages.join()')).toBe('en-US,en')
  })
})

describe('user agent', () => {
  test('does not reveal that the browser is headless, to server and page', async () => {
    fixture.site.requests.length = 0
    await fixture.shoot('/hosts')
    const sent = fixture.site.requests[0]?.headers['user-agent']
    expect(sent).toMatch(/ Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/)
    expect(await titleOf('navigator.userAgent')).toBe(sent)
  })

  test('is the requested one', async () => {
    expect(await titleOf('navigator.userAgent', { userAgent: 'Sonde/1.0' })).toBe('Sonde/1.0')
  })

  test('is the same in a worker', async () => {
    const expression = `new Promise((told) => { new Worker(URL.createObjectURL(new Blob(['postMessage(navigator.userAgent)']))).onmessage = ({ data }) => told(data) })`
    const title = await titleOf(expression, { userAgent: 'Sonde/1.0', delayMs: 300 })
    expect(title).toBe('Sonde/1.0')
  })
})

describe('device', () => {
  const iphone = {
    width: 390,
    height: 844,
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    isLandscape: false,
  }

  test('a phone has its size, its pixels, touch, and its own viewport rules', async () => {
    const { image } = await fixture.shootHtml(
      '<!doctype html><meta name=viewport content="width=device-width">',
      {
        viewport: iphone,
      },
    )
    expect([image.width, image.height]).toEqual([1170, 2532])
    const seen =
      '[innerWidth, screen.width, devicePixelRatio, navigator.maxTouchPoints > 0, matchMedia("(pointer: coarse)").matches, screen.orientation.type].join()'
    const html = `<meta name=viewport content="width=device-width">${asTitle(seen)}`
    const shot = await fixture.shootHtml(html, { viewport: iphone, metadata: metadata('title') })
    expect(shot.metadata['Title']).toBe('390,390,3,true,true,portrait-primary')
  })

  test('a page without a mobile viewport is laid out 980 pixels wide on a phone', async () => {
    expect(await titleOf('innerWidth', { viewport: iphone })).toBe('980')
  })

  test('landscape rotates it', async () => {
    const viewport = { ...iphone, width: 844, height: 390, isLandscape: true }
    expect(await titleOf('screen.orientation.type', { viewport })).toBe('landscape-primary')
  })
})
