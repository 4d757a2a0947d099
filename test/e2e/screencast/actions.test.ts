import { expect, test } from 'vitest'
import type { Action } from '../../../lib/schema/fields/actions.ts'
import { startScreencastFixture, viewport } from '../../support/render/screencast.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** What a button opens above the page. In it, a square turns green with a click, and red with an event that is not the page's. */
const layers: Record<string, readonly [open: string, start: string, end: string]> = {
  'a dialog in a dialog that opens later': [
    'outer.showModal(); setTimeout(() => top_.showModal(), 100)',
    '<dialog id=outer><dialog id=top_>',
    '</dialog></dialog>',
  ],
  'a manual popover': ['top_.showPopover()', '<div id=top_ popover=manual>', '</div>'],
  'a fullscreen element': ['top_.requestFullscreen()', '<div id=top_>', '</div>'],
}

const layered = (name: string) => {
  const [open, start, end] = layers[name] as (typeof layers)[string]
  return `<!doctype html><style>
    body { margin: 0 }
    #open { position: absolute; left: 40px; top: 40px; width: 40px; height: 40px }
    ::backdrop { background: rgb(0 0 0 / 90%) }
    dialog, [popover] { position: fixed; inset: auto 0 0 auto; margin: 0; padding: 0; border: 0; width: 120px; height: 120px }
    :fullscreen { background: rgb(25, 25, 25) }
    #box { position: fixed; left: 220px; top: 140px; width: 60px; height: 60px; background: rgb(0, 0, 200) }
  </style><button id=open onclick="${open}"></button>
  ${start}<div id=box onclick="this.style.background = 'rgb(0, 200, 0)'"></div>${end}<script>
    addEventListener('toggle', ({ target }) => { if (!target.id) box.style.cssText = 'background: red !important' }, true)
  </script>`
}

const fixture = await startScreencastFixture({
  ...Object.fromEntries(
    Object.keys(layers).map((name) => [`/${name.replaceAll(' ', '-')}`, page(layered(name))]),
  ),
  '/next': page('<!doctype html><body style="background: rgb(0, 0, 200)"><input id=q>'),
})

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

test('at twice the density, the mouse arrives before it clicks, and its pointer is drawn there', async () => {
  // In the corner of the square, and where the tip of the pointer points.
  const points = [
    [490, 330],
    [544, 392],
  ] as const
  const { pixels } = await fixture.watch('/screencast/acts.html', points, {
    viewport: viewport(320, 240, 2),
    durationMs: 2_000,
    fps: 15,
    showPointer: true,
    actions: [click],
  })
  expect(story(pixels, 0)).toEqual(['red', 'blue', 'green'])
  expect(story(pixels, 1)).toContain('black')
})

test.each(Object.keys(layers))(
  'the pointer is above %s and its backdrop, and marks clicks there',
  async (name) => {
    // The tip of the pointer, its white outline above the button, the square, the ring of a click, and the page around them.
    const points = [
      [252, 176],
      [59, 70],
      [225, 145],
      [238, 170],
      [150, 20],
    ] as const
    const { pixels } = await fixture.watch(`/${name.replaceAll(' ', '-')}`, points, {
      durationMs: 3_500,
      fps: 15,
      showPointer: true,
      timeoutMs: 30_000,
      actions: [
        { action: 'click', selector: '#open' },
        { action: 'wait', milliseconds: 500 },
        { action: 'click', selector: '#box' },
      ],
    })
    expect(story(pixels, 2).slice(-2)).toEqual(['blue', 'green'])
    expect(colorOf(pixels.at(-1)?.[0] ?? [])).toBe('black')
    const opened = pixels.findIndex(([, , , , around = []]) => colorOf(around) === 'black')
    expect(opened).toBeGreaterThan(0)
    expect(pixels[opened + 2]?.[1]?.[0]).toBeGreaterThan(90)
    const rings = pixels.filter(([, , , ring]) => {
      const [, green = 0, blue = 0] = ring ?? []
      return green > 100 && blue > 40 && blue < 150
    })
    expect(rings.length).toBeGreaterThan(0)
  },
)

test('a scroll is a smooth movement, and an action after a link acts on the next page', async () => {
  const { pixels, report } = await fixture.watch('/screencast/acts.html', [[160, 120]], {
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
    'throws',
    [{ action: 'evaluate', script: 'throw new Error("no")' }],
    'action_failed',
    /^`actions\[0\]` \(evaluate\): Error: no$/,
  ],
])('an action that %s is a 400 with its index', async (_, actions, code, message) => {
  await expect(
    fixture.record('/screencast/acts.html', { actions, durationMs: 1_500, fps: 10 }),
  ).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
})

test('a video continues when an action opens a picker or resizes the window', async () => {
  const actions = ['select', '#color', 'button', '#box'].map(
    (selector): Action => ({ action: 'click', selector }),
  )
  const { pixels, width, report } = await fixture.watch('/screencast/windows.html', [[540, 380]], {
    viewport: viewport(320, 240, 2),
    durationMs: 6_000,
    fps: 10,
    actions,
  })
  expect(width).toBe(640)
  expect(report.video?.mode).toBe('virtual')
  // The frame in which a picker closes has no image.
  expect(report.video?.skipped).toBeLessThanOrEqual(4)
  expect([pixels[0], pixels.at(-1)].map((colors) => colorOf(colors?.[0] ?? []))).toEqual(['red', 'green'])
})
