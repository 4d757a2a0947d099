import { expect, test } from 'vitest'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { isNear } from '../../support/render/image.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

type Color = [number, number, number]
type Pixel = [x: number, y: number, color: Color]

const navy: Color = [0, 0, 128]
const green: Color = [0, 255, 0]
const red: Color = [255, 0, 0]
const gray: Color = [127, 127, 127]
const white: Color = [255, 255, 255]

/** White text on a background that does not scroll. */
const onBackground = (styles: string) =>
  `<style>body { margin: 0; color: #fff } main { position: relative; z-index: 1; height: 2000px } ${styles}</style>
   <div class="fixed"></div><main>text</main>`

const filling = 'position: fixed; inset: 0; background: navy'
const dimming = 'position: fixed; inset: 0; background: rgb(0 0 0 / 0.5)'
const everywhere = (color: Color): Pixel[] => [
  [790, 5, color],
  [790, 1000, color],
  [790, 1990, color],
]

/** Each page in a window of 800 x 600. */
const pages: [name: string, html: string, pixels: Pixel[]][] = [
  ['a fixed background at level 0', onBackground(`.fixed { ${filling}; z-index: 0 }`), everywhere(navy)],
  ['a fixed background without a level', onBackground(`.fixed { ${filling} }`), everywhere(navy)],
  [
    'a fixed pseudo-element of the body',
    onBackground(`body::before { content: ''; ${filling} }`),
    everywhere(navy),
  ],
  [
    'a fixed pseudo-element behind the content',
    onBackground(`main::before { content: ''; z-index: -1; ${filling} }`),
    everywhere(navy),
  ],
  [
    'an attached background of a pseudo-element',
    onBackground(
      `body { position: relative } body::before { content: ''; position: absolute; inset: 0; background: linear-gradient(navy, navy) fixed }`,
    ),
    everywhere(navy),
  ],
  [
    'a fixed opening with text, which content scrolls over',
    `<style>body { margin: 0 } .fixed { ${filling} } h1 { margin: 250px 0 0; background: red; height: 100px }</style>
     <div class="fixed"><h1>Opening</h1></div><main style="position: relative; margin-top: 500px; height: 1500px; background: lime"></main>`,
    [
      [400, 100, navy],
      [400, 300, red],
      [400, 450, navy],
      [400, 550, green],
      [400, 1990, green],
    ],
  ],
  [
    'a footer that the content uncovers at the end',
    `<style>body { margin: 0 } main { position: relative; z-index: 1; margin-bottom: 400px; height: 1600px; background: lime }
     footer { position: fixed; bottom: 0; left: 100px; right: 0; height: 400px; background: navy; color: #fff }</style>
     <main>content</main><footer>footer</footer>`,
    [
      [700, 500, green],
      [700, 1590, green],
      [90, 1800, white],
      [700, 1610, navy],
      [700, 1990, navy],
    ],
  ],
  [
    'sections through which fixed layers show',
    `<style>body { margin: 0 } section { position: relative; height: 500px; clip-path: inset(0) } div { position: fixed; inset: 0 }
     p { position: fixed; top: 250px; left: 300px; width: 100px; height: 100px; margin: 0; background: red }</style>
     <section><div style="background: lime"></div></section><section><div style="background: navy"></div><p></p></section>
     <section style="height: 1000px"><div style="background: lime; height: 600px"></div></section>`,
    [
      [10, 490, green],
      [10, 510, navy],
      [10, 990, navy],
      [350, 750, red],
      [350, 690, navy],
      [10, 1010, green],
      [10, 1590, green],
      [10, 1610, white],
    ],
  ],
  [
    'a translucent layer with a centered dialog',
    `<body style="margin: 0"><div style="${dimming}; display: flex; align-items: center; justify-content: center"><p style="width: 200px; height: 100px; background: lime">dialog</p></div><div style="height: 2000px">`,
    [...everywhere(gray), [400, 320, green], [400, 420, gray]],
  ],
  [
    'a modal dialog',
    `<style>body { margin: 0 } dialog { background: lime; width: 200px; height: 100px; border: 0 } dialog::backdrop { ${dimming} }</style>
     <dialog></dialog><div style="height: 2000px"></div><script>document.querySelector('dialog').showModal()</script>`,
    [...everywhere(gray), [400, 320, green]],
  ],
  [
    'anchored elements near the end of the window',
    `<style>body { margin: 0 } .anchor { display: block; margin-top: 560px; height: 20px; width: 100px; anchor-name: --anchor }
     .note { position: fixed; background: lime; width: 100px; height: 30px; margin: 0; padding: 0; border: 0 }
     .first { position-anchor: --anchor; position-area: right span-bottom } .second { top: anchor(--anchor bottom); left: 0 }
     .third { position-area: left span-bottom; left: 300px }</style>
     <button class="anchor"></button><div class="note first"></div><div class="note second"></div><div style="height: 1420px"></div>`,
    [
      [150, 575, green],
      [50, 595, green],
      [400, 1990, white],
    ],
  ],
  [
    'a root element that is fixed to lock scrolling',
    `<!doctype html><style>html { position: fixed; width: 100%; height: 100% } body { margin: 0 }</style><div style="height: 2000px; background: lime">`,
    everywhere(green),
  ],
  [
    'a body that is fixed at a scroll position',
    `<!doctype html><body style="margin: 0; position: fixed; top: -300px; width: 100%"><div style="height: 100px; background: red"></div><div style="height: 1900px; background: lime">`,
    [
      [400, 50, red],
      [400, 1990, green],
    ],
  ],
  [
    'a scroller with perspective',
    `<!doctype html><style>body { margin: 0 } main { height: 100vh; overflow: hidden auto; perspective: 2px }
     section { position: relative; height: 100vh; transform-style: preserve-3d } i { position: absolute; inset: 0; background: lime; transform: translateZ(-1px) scale(1.5) }</style>
     <main><section><i></i></section><section style="background: navy"></section><div style="height: 800px; background: navy"></div></main>`,
    [
      [400, 5, green],
      [400, 300, green],
      [400, 590, green],
      [400, 1990, navy],
    ],
  ],
]

const routes = pages.map(([, html], index): [string, Route] => [`/capture/${index}`, page(html)])
const fixture = await startCaptureFixture(Object.fromEntries(routes))

test.each(pages.map(([name, , pixels], index) => [name, index, pixels] as const))(
  'a full page shows %s as the window does, over the whole document',
  async (_name, index, pixels) => {
    const { image } = await fixture.take(`${index}`, { fullPage: true })
    expect([image.width, image.height]).toEqual([800, 2000])
    for (const [x, y, color] of pixels)
      expect(isNear(image.at(x, y), color), `${x},${y} is ${image.at(x, y)}, not ${color}`).toBe(true)
  },
)
