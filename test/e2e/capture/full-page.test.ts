import { beforeAll, describe, expect, test } from 'vitest'
import {
  bandColor,
  type CaptureFixture,
  startCaptureFixture,
  type Taken,
} from '../../support/render/capture-fixture.ts'
import { type DecodedImage, isNear } from '../../support/render/image.ts'

const fixture = await startCaptureFixture({
  '/color.svg': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#0f0"/></svg>',
    )
  },
  '/more': (_request, response) => {
    setTimeout(() => response.end('more'), 100)
  },
})

/** First and last row of each run of this color in a column. */
const runsOf = (image: DecodedImage, x: number, color: [number, number, number]) => {
  const runs: [number, number][] = []
  for (let y = 0; y < image.height; y++) {
    if (!isNear(image.at(x, y), color)) continue
    const last = runs.at(-1)
    if (last && last[1] === y - 1) last[1] = y
    else runs.push([y, y])
  }
  return runs
}

/** Narrow, because only heights matter. */
const viewport = { width: 200 }

describe.each([
  ['in a single capture', {}],
  ['after a scroll', { fullPageScroll: { byDurationMs: 20 } }],
])(
  'a page of 100vh sections with bars, captured %s',
  (_case, changes: Parameters<CaptureFixture['take']>[1]) => {
    let taken: Taken
    const screen = 600
    beforeAll(async () => {
      taken = await fixture.take('sections.html', { fullPage: true, viewport, ...changes })
    })

    test('its sections keep their height', () => {
      expect(taken.height).toBe(30 + 4 * screen + 20)
      expect(runsOf(taken.image, 100, [255, 192, 203])).toEqual([
        [30 + screen, 30 + 2 * screen - 1],
        [30 + 3 * screen + 20, taken.height - 41],
      ])
    })

    test.each<[string, [number, number, number], (height: number, screen: number) => [number, number][]]>([
      ['the fixed header appears once, at the top', [255, 0, 0], () => [[0, 49]]],
      ['the sticky bar appears once, below the header', [0, 0, 255], () => [[50, 79]]],
      ['the fixed footer appears once, at the end', [0, 255, 0], (height) => [[height - 40, height - 1]]],
      [
        'a bar that sticks to the bottom is at its own position',
        [255, 0, 255],
        (_, screen) => [[30 + 3 * screen, 49 + 3 * screen]],
      ],
      ['a drawer below the viewport is not visible', [0, 255, 255], () => []],
    ])('%s', (_name, color, expected) => {
      expect(runsOf(taken.image, 100, color)).toEqual(expected(taken.height, screen))
    })
  },
)

describe('a page whose content scrolls in an inner pane', () => {
  test('is captured to its end after a scroll', async () => {
    const changes = { fullPage: true, fullPageScroll: { byDurationMs: 20 } }
    const { image } = await fixture.take('app.html', { ...changes, viewport })
    expect([image.width, image.height]).toEqual([200, 50 + 6000 + 40])
    expect(runsOf(image, 100, [255, 0, 0])).toEqual([[0, 49]])
    expect(runsOf(image, 100, [0, 255, 0])).toEqual([[6050, 6089]])
    for (let index = 0; index < 6; index++) {
      expect(isNear(image.at(100, 50 + index * 1000 + 5), bandColor(index))).toBe(true)
      expect(isNear(image.at(100, 50 + index * 1000 + 995), bandColor(index))).toBe(true)
    }
  })
})

describe('sections whose height depends on the scrolling element are captured once each', () => {
  const colors: [number, number, number][] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
  ]

  test.each(['percent', 'dvh', 'nested', 'container', 'absolute', 'body', 'virtual', 'translated'])(
    '%s',
    async (layout) => {
      const { image } = await fixture.take(`sized-by-scroller.html?${layout}`, { fullPage: true, viewport })
      expect([image.width, image.height]).toEqual([200, 4 * 600])
      for (const [index, color] of colors.entries())
        expect(runsOf(image, 100, color)).toEqual([[index * 600, index * 600 + 599]])
    },
  )

  test('between a header and a footer in percent, which keep their height', async () => {
    const { image } = await fixture.take('sized-by-scroller.html?framed', { fullPage: true, viewport })
    expect(image.height).toBe(60 + 4 * 480 + 60)
    expect(runsOf(image, 100, [0, 255, 255])).toEqual([
      [0, 59],
      [60 + 4 * 480, 119 + 4 * 480],
    ])
    for (const [index, color] of colors.entries())
      expect(runsOf(image, 100, color)).toEqual([[60 + index * 480, 539 + index * 480]])
  })

  test('next to a taller section with slides that scrolls on its own', async () => {
    const { image } = await fixture.take('sized-by-scroller.html?inner', { fullPage: true, viewport })
    expect([image.width, image.height]).toEqual([200, 600 + 3600 + 600 + 600])
    expect(runsOf(image, 100, [0, 255, 0])).toEqual([[600, 4199]])
    expect(runsOf(image, 100, [255, 255, 0])).toEqual([[4800, 5399]])
  })
})

describe('lazy images', () => {
  const tops = { observed: 700, listened: 1600, native: 3800 }

  test('of all three kinds are loaded after a scroll', async () => {
    const { image, report } = await fixture.take('lazy.html', {
      fullPage: true,
      fullPageScroll: { byDurationMs: 200 },
    })
    expect(image.height).toBe(4000)
    for (const top of Object.values(tops)) expect(isNear(image.at(100, top + 100), [0, 255, 0])).toBe(true)
    expect(report.waitsExpired).toEqual([])
  })

  test('of the native kind are loaded without a scroll', async () => {
    const { image } = await fixture.take('lazy.html', { fullPage: true })
    expect(isNear(image.at(100, tops.native + 100), [0, 255, 0])).toBe(true)
  })
})

describe('a page that grows when it is scrolled', () => {
  const changes = {
    fullPage: true,
    fullPageScroll: { byAmount: 4000, byDurationMs: 30 },
    viewport,
  } as const

  const endless = { part: 'list', reason: 'endless' }

  test('is captured to its end if it has one', async () => {
    const { image, report } = await fixture.take('endless.html?times=2', changes)
    expect(image.height).toBe(18_000)
    expect(report.waitsExpired).toEqual([])
  })

  test.each([
    ['30,000 px if it does not end', {}, 30_000, [endless]],
    ['the maximum height of its format', { format: 'webp' }, 16_383, [endless]],
    ['full_page_max_height', { fullPageMaxHeight: 7000 }, 7000, []],
  ] as const)('is cropped at %s', async (_case, more, height, incomplete) => {
    const { image, report } = await fixture.take('endless.html', { ...changes, ...more })
    expect(image.height).toBe(height)
    expect(report).toMatchObject({ waitsExpired: ['scroll'], incomplete })
  })
})
