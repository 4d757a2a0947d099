import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '../../../lib/schema/fields/actions.ts'
import { type ScreencastFixture, startScreencastFixture, viewport } from '../../support/render/screencast.ts'
import { page } from '../../support/sites/fixture-server.ts'

let fixture: ScreencastFixture

/** A square that turns blue under the mouse and green with a click, a field that shows what it contains, and a page to scroll. */
const acts = `<!doctype html><style>
  body { margin: 0; height: 2000px; background: linear-gradient(white 240px, white 1000px, black 1000px) }
  #box { position: absolute; left: 240px; top: 160px; width: 60px; height: 60px; background: rgb(200, 0, 0) }
  #box:hover { background: rgb(0, 0, 200) }
  #box.clicked { background: rgb(0, 200, 0) }
  input { position: absolute; left: 10px; top: 10px; width: 100px }
</style><input><div id=box onclick="event.isTrusted && this.classList.add('clicked')"></div>
<a href="/next" style="position: absolute; left: 10px; top: 200px">next</a>`

beforeAll(async () => {
  fixture = await startScreencastFixture({
    '/acts': page(acts),
    '/next': page('<!doctype html><body style="background: rgb(0, 0, 200)"><input id=q>'),
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const click: Action = { action: 'click', selector: '#box' }

const colorOf = ([red = 0, green = 0, blue = 0]: readonly number[]) => {
  if (red > 150 && green > 150) return 'white'
  if (red + green + blue < 100) return 'black'
  if (red > 100) return 'red'
  return green > 100 ? 'green' : 'blue'
}

/** The colors of a point over the frames, without repetitions. */
const story = (frames: readonly (readonly (readonly number[])[])[], index: number) =>
  frames.map((pixels) => colorOf(pixels[index] ?? [])).filter((color, at, all) => color !== all[at - 1])

test.each([1, 2])(
  'at scale factor %i, the mouse arrives before it clicks, and its pointer is drawn there',
  async (scale) => {
    const point = (x: number, y: number): [number, number] => [x * scale, y * scale]
    // In the corner of the square, and where the tip of the pointer points.
    const points = [point(245, 165), point(272, 196)]
    const { pixels } = await fixture.watch('/acts', points, {
      viewport: viewport(320, 240, scale),
      durationMs: 2_000,
      fps: 15,
      showPointer: true,
      actions: [click],
    })
    expect(story(pixels, 0)).toEqual(['red', 'blue', 'green'])
    expect(story(pixels, 1)).toContain('black')
  },
)

test('a scroll is a smooth movement, and an action after a link acts on the next page', async () => {
  const { pixels, report } = await fixture.watch('/acts', [[160, 120]], {
    durationMs: 6_000,
    fps: 10,
    actions: [
      { action: 'scroll', to: 1500 },
      { action: 'click', selector: 'a' },
      { action: 'type', selector: '#q', text: 'x' },
    ],
  })
  expect(story(pixels, 0)).toEqual(['white', 'black', 'white', 'blue'])
  expect(report.video).toMatchObject({ mode: 'virtual' })
})

test.each<[string, Action[], string, RegExp]>([
  [
    'fails',
    [click, { action: 'click', selector: '#none' }],
    'page_timeout',
    /^`actions\[1\]` \(click\): the video ended before it\. Increase `duration`\.$/,
  ],
  [
    'has no time left',
    Array(9).fill(click),
    'page_timeout',
    /^`actions\[[1-4]\]` \(click\): the video ended before it/,
  ],
  [
    'throws',
    [{ action: 'evaluate', script: 'throw new Error("no")' }],
    'action_failed',
    /^`actions\[0\]` \(evaluate\): Error: no$/,
  ],
])('an action that %s is a 400 with its index', async (_, actions, code, message) => {
  await expect(fixture.record('/acts', { actions, durationMs: 1_500, fps: 10 })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})
