import { expect, test } from 'vitest'
import { parseExitProxies } from '../../../lib/core/network/exit-proxies.ts'
import { resolveScreenshot } from '../../../lib/core/plan/resolve-screenshot.ts'
import { fromBody } from '../../support/render/read-screenshot.ts'
import { metadata, plan, startRenderFixture } from '../../support/render/render.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** The page's title is the value of this expression. */
const asTitle = (expression: string) =>
  `<!doctype html><title></title><script>(async () => { document.title = await (${expression}) })()</script><p>text`

/** What a page learns about its visitor. */
const everything = `(async () => { const told = JSON.stringify({
  pointer: ['hover', 'any-hover', 'pointer', 'any-pointer'].map((feature) =>
    ['none', 'hover', 'coarse', 'fine'].find((value) => matchMedia('(' + feature + ': ' + value + ')').matches)).join(),
  offset: new Date(2026, 0, 15).getTimezoneOffset(),
  place: await new Promise((found) => navigator.geolocation.getCurrentPosition(
    ({ coords }) => found([coords.latitude, coords.longitude, coords.accuracy].join()), () => found('denied'))),
  languages: [navigator.language, navigator.languages, Intl.NumberFormat().resolvedOptions().locale].join(' '),
  userAgent: navigator.userAgent,
  inWorker: await new Promise((told) => {
    new Worker(URL.createObjectURL(new Blob(['postMessage(navigator.userAgent)']))).onmessage = ({ data }) => told(data)
  }),
})
  document.body.append(Object.assign(document.createElement('p'), { id: 'told', textContent: 'told' }))
  return told
})()`

const fixture = await startRenderFixture({ '/': page(asTitle(everything)) })

const titleOf = async (html: string, overrides: Parameters<typeof plan>[0] = {}) => {
  const shot = await fixture.shootHtml(html, { metadata: metadata('title'), ...overrides })
  return decodeURIComponent(shot.metadata['Title'] ?? '')
}

/** What the page at `/` learns, and the headers that its server received. */
const visit = async (overrides: Parameters<typeof plan>[0] = {}) => {
  fixture.site.requests.length = 0
  const shot = await fixture.shoot('/', {
    metadata: metadata('title'),
    waitForSelector: '#told',
    ...overrides,
  })
  const seen: Record<string, unknown> = JSON.parse(decodeURIComponent(shot.metadata['Title'] ?? ''))
  return { seen, headers: fixture.site.requests[0]?.headers ?? {} }
}

const mouse = 'hover,hover,fine,fine'
const finger = 'none,none,coarse,coarse'

test('time zone, place, locale, user agent and pointer are those requested, in the page and at its server', async () => {
  const { seen, headers } = await visit({
    timezone: 'Asia/Kolkata',
    geolocation: { latitude: 48.2, longitude: 16.37, accuracy: 25 },
    locale: 'de-AT',
    userAgent: 'Sonde/1.0',
    viewport: { ...plan().viewport, hasTouch: true },
  })
  expect(seen).toEqual({
    pointer: finger,
    offset: -330,
    place: '48.2,16.37,25',
    languages: 'de-AT de-AT,de,en de-AT',
    userAgent: 'Sonde/1.0',
    inWorker: 'Sonde/1.0',
  })
  expect(headers).toMatchObject({
    'accept-language': 'de-AT,de;q=0.9,en;q=0.8',
    'user-agent': 'Sonde/1.0',
  })
})

test('by default, also after it, the page is in UTC and American English, with a mouse, in a browser that is not headless', async () => {
  const { seen, headers } = await visit()
  expect(headers['user-agent']).toMatch(/ Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/)
  expect(seen).toEqual({
    pointer: mouse,
    offset: 0,
    place: 'denied',
    languages: 'en-US en-US,en en-US',
    userAgent: headers['user-agent'],
    inWorker: headers['user-agent'],
  })
})

test('an unknown time zone is a 400 that names the parameter', async () => {
  await expect(fixture.shootHtml('x', { timezone: 'Mars/Olympus' })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('timezone'),
  })
})

test('emulated media are visible in the screenshot', async () => {
  const stripes = `<!doctype html><style>
    body { margin: 0; print-color-adjust: exact } div { height: 100px }
    @media (prefers-color-scheme: dark) { #dark { background: rgb(0, 0, 100) } }
    @media print { #print { background: rgb(0, 100, 0) } }
    @media (prefers-reduced-motion: reduce) { #reduced { background: rgb(100, 0, 0) } }
    @media (prefers-contrast: more) { #reduced { background: rgb(100, 100, 0) } }
    @media (prefers-contrast: less) { #reduced { background: rgb(100, 0, 100) } }
    @media (prefers-contrast: custom) { #reduced { background: rgb(0, 100, 100) } }
  </style><div id=dark></div><div id=print></div><div id=reduced></div>`
  const colorsOf = async (overrides: Parameters<typeof plan>[0]) => {
    const { image } = await fixture.shootHtml(stripes, overrides)
    return [50, 150, 250].map((y) => image.at(200, y).slice(0, 3))
  }
  const white = [255, 255, 255]
  expect(await colorsOf({ darkMode: true })).toEqual([[0, 0, 100], white, white])
  const others = await colorsOf({ media: 'print', reducedMotion: true })
  expect(others).toEqual([white, [0, 100, 0], [100, 0, 0]])
  const contrasts = ['more', 'less', 'custom'] as const
  const seen = await Promise.all(contrasts.map((prefersContrast) => colorsOf({ prefersContrast })))
  expect(seen.map(([, , last]) => last)).toEqual([
    [100, 100, 0],
    [100, 0, 100],
    [0, 100, 100],
  ])
})

test('a frame prefers the color scheme of its element, as in a browser, and dark mode applies to all frames', async () => {
  const inside = `<style>body { background: #fff } @media (prefers-color-scheme: dark) { body { background: #000080 } }</style>`
  const frame = (scheme: string) =>
    `<iframe style="color-scheme: ${scheme}; border: 0; width: 100px; height: 100px; display: block" srcdoc="${inside}"></iframe>`
  const html = `<body style="margin: 0">${frame('dark')}${frame('light')}`
  const colorsIn = async (darkMode: boolean) => {
    const { image } = await fixture.shootHtml(html, { darkMode })
    return [50, 150].map((y) => image.at(50, y).slice(0, 3))
  }
  expect(await colorsIn(false)).toEqual([
    [0, 0, 128],
    [255, 255, 255],
  ])
  expect(await colorsIn(true)).toEqual([
    [0, 0, 128],
    [0, 0, 128],
  ])
})

test('forced colors replace those of the page, light or dark, except where the page declines', async () => {
  const page = `<!doctype html><style>body { margin: 0; background: rgb(200, 0, 0) } div { height: 150px; background: rgb(0, 200, 0) }
    @media (forced-colors: active) { #own { forced-color-adjust: none; background: rgb(0, 0, 200) } }</style><div id=own></div><div></div>`
  const colorsOf = async (overrides: Parameters<typeof plan>[0]) => {
    const { image } = await fixture.shootHtml(page, overrides)
    return [75, 225].map((y) => image.at(200, y).slice(0, 3))
  }
  const own = [0, 0, 200]
  expect(await colorsOf({ forcedColors: true })).toEqual([own, [255, 255, 255]])
  expect(await colorsOf({ forcedColors: true, darkMode: true })).toEqual([own, [0, 0, 0]])
})

test.each([
  [300, 200, 2],
  [40, 30, 1],
])('the window of a viewport of %i × %i at scale %i is as large', async (width, height, scale) => {
  const viewport = { ...plan().viewport, width, height, deviceScaleFactor: scale }
  const sizes = '[outerWidth, outerHeight, innerWidth, innerHeight].join()'
  const shown = await fixture.shootHtml('<!doctype html><title></title>text', {
    viewport,
    metadata: metadata('title'),
    // A new page may not know its window yet.
    waitForFunction: `outerWidth > 0 && (document.title = ${sizes})`,
  })
  expect(decodeURIComponent(shown.metadata['Title'] ?? '')).toBe([width, height, width, height].join())
  expect([shown.image.width, shown.image.height]).toEqual([width * scale, height * scale])
})

test('the screen has the size of the device, even when it is turned', async () => {
  const screenOf = async (options: Parameters<typeof resolveScreenshot>[0]) => {
    const { viewport } = resolveScreenshot(options, parseExitProxies(''), 0)
    return titleOf(
      '<meta name=viewport content=width=device-width>' +
        asTitle(
          "[screen.width, screen.height, innerWidth, innerHeight, matchMedia('(device-width: ' + screen.width + 'px)').matches].join()",
        ),
      { viewport },
    )
  }
  const device = (id: string, more = {}) => fromBody({ html: 'x', viewport_device: id, ...more })
  expect(await screenOf(device('iphone_15_pro'))).toBe('393,852,393,659,true')
  // An iPhone reports the same screen in both orientations.
  expect(await screenOf(device('iphone_15_pro', { viewport_landscape: true }))).toBe('393,852,659,393,true')
  expect(await screenOf(device('pixel_4a_5g_landscape'))).toBe('892,412,745,353,true')
  expect(await screenOf(fromBody({ html: 'x', viewport_width: 700 }))).toBe('700,1080,700,1080,true')
})

test('vision deficiencies change the colors', async () => {
  const html = '<body style="background: rgb(255, 0, 0)">'
  const { image } = await fixture.shootHtml(html, { visionDeficiency: 'achromatopsia' })
  const [red, green, blue] = image.at(100, 150)
  expect([green, blue]).toEqual([red, red])
})

test('a page without a mobile viewport is laid out 980 pixels wide on a phone, also in landscape', async () => {
  const viewport = {
    width: 844,
    height: 390,
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    isLandscape: true,
  }
  const seen = '[innerWidth, screen.orientation.type].join()'
  expect(await titleOf(asTitle(seen), { viewport })).toBe('980,landscape-primary')
})
