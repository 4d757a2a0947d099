import { afterAll, expect, test } from 'vitest'
import { startCaptureFixture, type Taken } from '../../support/render/capture-fixture.ts'
import { isNear } from '../../support/render/image.ts'
import { startFixtureServer } from '../../support/sites/fixture-server.ts'

const fixture = await startCaptureFixture()
const other = await startFixtureServer()
afterAll(() => other.close())

const colors = {
  red: [255, 0, 0],
  blue: [0, 0, 255],
  green: [0, 192, 0],
  magenta: [255, 0, 255],
  white: [255, 255, 255],
} satisfies Record<string, [number, number, number]>

const expectColor = ({ image }: Taken, x: number, y: number, color: keyof typeof colors) => {
  const pixel = image.at(x, y)
  expect(isNear(pixel, colors[color], 24), `${x},${y} is ${pixel}, not ${color}`).toBe(true)
}

test.each([
  ['a full page after a scroll', { fullPage: true, fullPageScroll: { byDurationMs: 30 } }],
  ['a clip', { clip: { x: 0, y: 0, width: 800, height: 4000 }, captureBeyondViewport: true, stable: true }],
] as const)(
  '%s has its frames of other origins, its videos and its bars, each in its place',
  async (_, changes) => {
    const taken = await fixture.take(`unseen.html?other=${other.url}`, {
      viewport: { height: 1200 },
      ...changes,
    })
    expect([taken.width, taken.height]).toEqual([800, 4000])
    for (const top of [1000, 1200, 1400, 3850]) {
      for (const y of [top + 2, top + 147]) expectColor(taken, 300, y, 'blue')
      for (const y of [top - 3, top + 153].filter((y) => y < 4000)) expectColor(taken, 300, y, 'white')
    }
    // Taller than the viewport.
    for (let y = 1702; y < 3199; y += 50) expectColor(taken, 300, y, 'blue')
    expectColor(taken, 300, 3475, 'green')
    expectColor(taken, 300, 100, 'red')
    for (const y of [1100, 1800, 2400, 3475, 3900]) expectColor(taken, 25, y, 'white')
    expectColor(taken, 25, 290, 'magenta')
  },
)

test('an element with a video that has not begun shows its first picture', async () => {
  const taken = await fixture.take(`unseen.html?other=${other.url}`, { selector: 'video' })
  expectColor(taken, 200, 75, 'green')
})

test.each([
  [{ fullPage: true, fullPageScroll: { byDurationMs: 150 }, viewport: { width: 390, isMobile: true } }],
  [{ selector: '#box', stable: true }],
] as const)('a capture beyond the viewport changes nothing that the page can notice: %j', async (changes) => {
  const { image } = await fixture.take('noticing.html', changes)
  const bottom = image.height - 5
  expect(isNear(image.at(199, 5), [0, 0, 255])).toBe(true)
  expect(isNear(image.at(image.width - 1, bottom), image.width > 200 ? [0, 255, 0] : [0, 0, 255])).toBe(true)
})
