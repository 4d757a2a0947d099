import { describe, expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { type DecodedImage, decodeImage } from '../../support/render/image.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { startRenderFixture } from '../../support/render/render.ts'
import { startScreencastFixture, viewport } from '../../support/render/screencast.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** What is masked is red, and nothing else is. */
const secret = 'background: rgb(200, 0, 0); color: rgb(255, 0, 0)'
const frame = page(`<!doctype html><style>.m { ${secret} } p { margin: 0 }</style><p class=m>secret</p>`)

/** One row of 40 px for each kind. */
const kinds = (origin: string): string[] => [
  '<p class=m>a block</p>',
  `<iframe src="${origin}/frame"></iframe>`,
  '<p class=m style="filter: none !important; opacity: 0.2 !important">whose own style insists</p>',
  '<p class=m id=a>whose rules insist</p>',
  '<p class=m style="box-shadow: 0 0 15px red; outline: 5px solid red"><i style="position: absolute; left: 250px">outside</i></p>',
  '<span class=m style="font-size: 12px; line-height: 20px">text that takes more than one line, as a sentence in a narrow column does</span>',
  '<span class=m style="display: contents">no box, and <b style="background: red">more</b></span>',
  '<svg width=200 height=40><text class=m style="fill: red" x=0 y=30>drawn text</text></svg>',
  "<img class=m width=100 height=40 src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect width='100' height='40' fill='red'/></svg>\">",
  '<input class=m value=secret style="height: 40px; box-sizing: border-box">',
  '<p class=m style="transform: rotate(4deg); width: 100px">turned</p>',
  '<p class=m style="animation: move 1s infinite alternate linear; width: 100px">moving</p>',
  '<x-early></x-early>',
  '<x-late></x-late>',
  '<iframe src="/frame"></iframe>',
  '<iframe id=blank></iframe>',
  '<p id=late></p>',
  '<div class=m><dialog>a dialog in the top layer</dialog></div>',
]

const site = (origin: string) => `<!doctype html><base href="/"><style>
  body { margin: 0 } section { height: 40px; position: relative; overflow: hidden } p { margin: 0; height: 40px } iframe { border: 0; height: 40px; width: 200px }
  .m { ${secret} } #a.m { filter: none !important } @keyframes move { to { transform: translateX(100px) } }
  dialog { border: 0; background: red; padding: 20px } dialog::backdrop { background: none }</style>
  ${kinds(origin)
    .map((kind) => `<section style="width: 300px">${kind}</section>`)
    .join('')}
  <script>
    const shadow = '<style>.m { ${secret} } p { margin: 0; height: 40px }</style><p class=m>in a shadow tree</p>'
    customElements.define('x-early', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = shadow } })
    setTimeout(() => {
      document.querySelector('x-late').attachShadow({ mode: 'open' }).innerHTML = shadow
      late.className = 'm'
      late.textContent = 'late'
    }, 300)
    blank.contentDocument.write('<style>body { margin: 0; ${secret} }</style><body class=m>written')
    blank.contentDocument.close()
    document.querySelector('dialog').showModal()
  </script>`

const fixture = await startRenderFixture(
  {
    '/frame': frame,
    '/': (request, response) => {
      const origin = `http://localhost:${new URL(fixture.site.url).port}`
      const policy = { 'content-security-policy': "img-src 'none'; frame-src *" }
      response.writeHead(200, {
        'content-type': 'text/html',
        ...(request.url?.includes('strict') && policy),
      })
      response.end(site(origin))
    },
  },
  { egressAllow: '127.0.0.1,localhost' },
)

const next = `<!doctype html><style>body { margin: 0; height: 2000px } .m { ${secret}; position: sticky; top: 0; height: 120px; width: 160px }</style>
    <p class=m style="margin: 0" onclick="location.href = '/second'">secret</p>`
const videos = await startScreencastFixture({
  '/first': page(
    `${next}<style>@keyframes k { to { transform: translateX(160px) } } .m { animation: k 1s linear }</style>`,
  ),
  '/second': page(next),
})
const all = await startOperationsFixture({
  '/': page(`<!doctype html><style>.m { ${secret} }</style><p class=m>secret</p><p>open</p>`),
})

/** Counts the reddish pixels and the pixels of the mask in a part of an image. */
const count = (image: DecodedImage, top = 0, bottom = image.height) => {
  const found = { red: 0, mask: 0 }
  for (let y = top; y < bottom; y++)
    for (let x = 0; x < image.width; x++) {
      const [red, green, blue] = image.at(x, y)
      if (red > green + 40 && red > blue + 40) found.red++
      if (red === 255 && green === 0 && blue === 255) found.mask++
    }
  return found
}

const mask = { selectors: ['.m', '#none'], color: '#ff00ff' }

describe('nothing of a masked element is visible', () => {
  test.each([
    ['in a full page at scale 2', { fullPage: true, viewport: viewport(320, 300, 2) }, 2],
    [
      'in a clip below the viewport',
      {
        captureBeyondViewport: true,
        clip: { x: 0, y: 0, width: 300, height: 720 },
        viewport: viewport(320, 300),
      },
      1,
    ],
  ])('%s', async (_, options, scale) => {
    const { image } = await fixture.shoot('/', { ...options, mask, delayMs: 500 })
    expect(count(image).red).toBe(0)
    const rows = kinds('').map((_kind, row) => count(image, row * 40 * scale, (row + 1) * 40 * scale).mask)
    // An element without a box is hidden, and the dialog of the last row is in the middle.
    for (const [row, pixels] of rows.entries())
      if (row !== 6 && row !== 17) expect(pixels, kinds('')[row]).toBeGreaterThan(1_000 * scale)
  })

  test('with a policy that permits no images, without scripts of the page, and with `stable`', async () => {
    const shot = await fixture.shoot('/?strict', {
      mask,
      scriptsDisabled: true,
      finishAnimations: true,
      stable: true,
      viewport: viewport(320, 740),
    })
    expect(count(shot.image)).toMatchObject({ red: 0, mask: expect.any(Number) })
    expect(count(shot.image).mask).toBeGreaterThan(20_000)
  })

  test('the color is the given one, and an invalid selector is a 400', async () => {
    const html = '<!doctype html><body style="margin: 0"><p class=m style="margin: 0; height: 300px">x'
    const { image } = await fixture.shootHtml(html, { mask: { ...mask, color: '#123456' } })
    expect(image.at(200, 150)).toEqual([0x12, 0x34, 0x56, 255])
    await expect(fixture.shootHtml(html, { mask: { ...mask, selectors: ['p['] } })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: '`mask_selectors`: "p[" is not a valid CSS selector.',
    })
  })
})

/** Whenever one of its parts comes into view, it gets a new shadow tree with a secret. Its title changes for a while. */
const late = `<!doctype html><style>body { margin: 0 } div { height: 250px }</style><h1>0</h1><div></div><div></div><div></div><script>
  const show = (inner) => inner.attachShadow({ mode: 'open' }).innerHTML = '<p class=m style="${secret}; height: 50px; margin: 0">secret</p>'
  const fill = (part) => {
    part.replaceChildren(document.createElement('section'))
    setTimeout(show, 60, part.firstChild)
  }
  const observer = new IntersectionObserver((parts) =>
    parts.forEach(({ isIntersecting, target }) => isIntersecting ? fill(target) : target.replaceChildren()))
  document.querySelectorAll('div').forEach((part) => observer.observe(part))
  let turns = 0
  const turn = setInterval(() => { document.querySelector('h1').textContent = ++turns; if (turns === 20) fill(document.querySelector('div')); if (turns === 30) clearInterval(turn) }, 50)
</script>`

test.each([
  ['while the page is scrolled for its parts', { fullPage: true, fullPageScroll: { byDurationMs: 0 } }],
  ['before two captures are the same', { stable: true }],
])('a shadow tree that is attached %s is covered', async (_when, options) => {
  const { image } = await fixture.shootHtml(late, { mask, viewport: viewport(320, 300), ...options })
  expect(count(image)).toMatchObject({ red: 0, mask: expect.toSatisfy((pixels) => pixels > 10_000) })
})

/** Where inline elements are, each in a box of its own, 150 px apart. */
const lineStyles = ['', 'zoom: 1.5', 'writing-mode: vertical-rl; height: 130px', '--more: 1']

test('exactly the lines of an inline element are covered: in a line, a larger page, columns of text, with other elements in it', async () => {
  const block = '<i style="display: inline-block; inline-size: 90px; block-size: 20px; background: blue"></i>'
  const boxes = lineStyles.map((style) => {
    const inner = style.includes('--more')
      ? `<b>nested</b> <i style="position: absolute; top: 70px">outside</i>`
      : 'inner'
    return `<section><div style="width: 200px; font: 16px/20px sans-serif; ${style}">${block} <span class=m>text that takes ${inner} more than one line</span> ${block}</div></section>`
  })
  const html = `<!doctype html><style>body { margin: 0 } section { height: 150px } .m { ${secret}; position: relative }</style>${boxes.join('')}`
  const size = viewport(400, 600)
  const before = await fixture.shootHtml(html, { viewport: size })
  const { image } = await fixture.shootHtml(html, { mask, viewport: size })
  const countBlue = ({ at, width }: DecodedImage, top: number) => {
    let found = 0
    for (let y = top; y < top + 150; y++)
      for (let x = 0; x < width; x++) if (at(x, y).slice(0, 3).join() === '0,0,255') found++
    return found
  }
  for (const [index, style] of lineStyles.entries()) {
    const top = index * 150
    expect(countBlue(before.image, top), style).toBeGreaterThan(800)
    expect(countBlue(image, top), style).toBe(countBlue(before.image, top))
    const covered = count(before.image, top, top + 150).red
    const { red, mask: masked } = count(image, top, top + 150)
    expect(red, style).toBe(0)
    expect(masked, style).toBeGreaterThan(covered * 0.85)
    expect(masked, style).toBeLessThan(covered * 1.1)
  }
})

test('no frame of a video shows it, while it moves and after a navigation', async () => {
  const points = Array.from({ length: 64 }, (_, index): [number, number] => [
    (index % 16) * 20 + 10,
    Math.floor(index / 16) * 30 + 15,
  ])
  const { pixels } = await videos.watch('/first', points, {
    mask,
    durationMs: 2_500,
    fps: 10,
    actions: [
      { action: 'wait', milliseconds: 300 },
      { action: 'click', selector: '.m' },
    ],
  })
  const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > green + 60 && red > blue + 60
  expect(pixels.flat().filter(isRed)).toEqual([])
  const isMask = ([red = 0, green = 0, blue = 0]: number[]) => red > 200 && green < 60 && blue > 200
  for (const at of [0, pixels.length - 1]) expect(pixels[at]?.filter(isMask).length).toBeGreaterThan(20)
})

test('a PDF has neither its color nor its text, and the HTML of a snapshot is unchanged', async () => {
  const { snapshot } = await all.render(operations.snapshot, {
    url: '/',
    outputs: ['screenshot', 'html', 'full_page', 'pdf'],
    mask_selectors: ['.m'],
    screenshot_options: { format: 'png' },
    full_page_options: { format: 'png' },
  })
  const [screenshot, html, fullPage, printed] = snapshot?.parts ?? []
  for (const image of [screenshot, fullPage])
    expect(count(await decodeImage(image?.body ?? Buffer.alloc(0)))).toEqual({
      red: 0,
      mask: expect.any(Number),
    })
  expect(html?.body.toString()).not.toMatch(/stillframe|feflood/i)
  await using paper = await readPdf(printed?.body ?? Buffer.alloc(0))
  expect(await paper.text(1)).toBe('open')
})
