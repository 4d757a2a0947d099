import { describe, expect, test } from 'vitest'
import { metadata, startRenderFixture } from '../../support/render/render.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

const strictPolicy = { 'content-security-policy': "default-src 'none'; style-src 'none'; script-src 'none'" }

const fixture = await startRenderFixture({
  '/strict': page('<!doctype html><title>strict</title><p style="color: red">text', strictPolicy),
  '/policy': page(
    `<!doctype html><style>body { background: rgb(0, 200, 0) }</style><body>text<script>document.body.style.background = 'rgb(0, 0, 200)'</script>`,
    strictPolicy,
  ),
  '/elsewhere': page('<!doctype html><title>elsewhere</title><body style="background: rgb(0, 0, 200)">'),
  '/missing': (_request, response) => void response.writeHead(404).end('<title>missing</title>gone'),
})

const green = [0, 200, 0, 255]
const blue = [0, 0, 200, 255]
const white = [255, 255, 255, 255]

/** A green box over a white page. */
const box = (attributes = '') =>
  `<!doctype html><style>body { margin: 0 } #box { width: 400px; height: 300px; background: rgb(0, 200, 0) }</style><div id=box ${attributes}></div>`

describe('hide_selectors', () => {
  test('removes existing and late elements, also those whose own style insists, and leaves others', async () => {
    const cell = (attributes: string) =>
      `<i ${attributes}><style>@scope { :scope { display: block; height: 50px; background: rgb(0, 200, 0) } }</style></i>`
    const html = `<!doctype html><style>body { margin: 0 } i { position: absolute; width: 400px; top: calc(var(--n) * 50px) }</style>
      ${cell('style="--n: 0" id=plain')}${cell('style="--n: 1" id=late')}
      ${cell('style="--n: 2; display: block !important" id=insists')}
      ${cell('style="--n: 3" class=a')}${cell('style="--n: 4" class=c')}${cell('style="--n: 5" id=other')}
      <script>const later = late.cloneNode(true); late.remove(); setTimeout(() => document.body.append(later), 100)</script>`
    const hideSelectors = ['#plain', '#late', '#insists', '.absent', '.a', ':is(.b, .c)']
    const shown = await fixture.shootHtml(html, { delayMs: 200 })
    const hidden = await fixture.shootHtml(html, { hideSelectors, delayMs: 200 })
    const colorsOf = ({ image }: typeof shown) => [0, 1, 2, 3, 4, 5].map((n) => image.at(200, n * 50 + 25))
    expect(colorsOf(shown)).toEqual(new Array(6).fill(green))
    expect(colorsOf(hidden)).toEqual([white, white, white, white, white, green])
  })

  test.each(['#box[', 'a{}'])('the invalid selector %s is a 400', async (selector) => {
    await expect(fixture.shootHtml(box(), { hideSelectors: ['p', selector] })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(selector),
    })
  })
})

describe('click_selector', () => {
  const turnsBlue = `onclick="event.isTrusted && (this.style.background = 'rgb(0, 0, 200)')"`

  test('waits for an element that is not visible yet, and clicks it as a visitor does', async () => {
    const html = `${box(`hidden ${turnsBlue}`)}<style>[hidden] { display: none }</style><script>setTimeout(() => { box.hidden = false }, 150)</script>`
    const { image } = await fixture.shootHtml(html, { clickSelector: '#box' })
    expect(image.at(200, 150)).toEqual(blue)
  })

  test('reaches an element that is covered', async () => {
    const covered = `${box(`onclick="this.style.background = 'rgb(0, 0, 200)'"`)}<div style="position: fixed; inset: 0" onclick="this.remove()"></div>`
    const { image } = await fixture.shootHtml(covered, { clickSelector: '#box' })
    expect(image.at(200, 150)).toEqual(blue)
  })

  test('that matches nothing is a 400 at the end of `timeout`', async () => {
    await expect(
      fixture.shootHtml(box(), { clickSelector: '#none', timeoutMs: 1_000 }),
    ).rejects.toMatchObject({
      code: 'selector_not_found',
      message: expect.stringMatching(/"#none" within [01]\.\d s\.$/),
    })
  })
})

describe('styles and scripts', () => {
  const styles = 'body { background: rgb(0, 200, 0) !important }'

  test.each([
    ['/elsewhere', `@import url("data:text/css,${encodeURIComponent(styles)}");`],
    ['/strict', styles],
  ])("on %s, styles apply and scripts run in the page's own world", async (path, css) => {
    const scripts = `const p = await Promise.resolve('scripted'); document.title = p; window.seen = true`
    const shot = await fixture.shoot(path, { styles: css, scripts, metadata: metadata('title') })
    expect(shot.image.at(200, 150)).toEqual(green)
    expect(shot.metadata['Title']).toBe('scripted')
  })

  test('a script that fails is a 400 with its message', async () => {
    await expect(fixture.shoot('/elsewhere', { scripts: 'nothing.here()' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: '`scripts` failed: ReferenceError: nothing is not defined',
    })
  })

  test('a script that navigates is followed', async () => {
    const shot = await fixture.shoot('/strict', {
      scripts: "location.href = '/elsewhere'",
      metadata: metadata('title'),
    })
    expect(shot.metadata['Title']).toBe('elsewhere')
  })

  test('a script that never resolves does not block the screenshot', async () => {
    using _limits = scaleLimits(0.3, 'page')
    const shot = await fixture.shoot('/elsewhere', { scripts: 'await new Promise(() => {})' })
    expect(shot.report.waitsExpired).toContain('scripts')
  })
})

test.each([
  [false, white],
  [true, blue],
])(
  'with bypass_csp=%s, styles and scripts that the policy of the page forbids have this effect: %s',
  async (bypassCsp, color) => {
    const { image } = await fixture.shoot('/policy', { bypassCsp })
    expect(image.at(200, 150)).toEqual(color)
  },
)

test('fail_on_status rejects a status that is listed', async () => {
  await expect(fixture.shoot('/missing', { failOnStatus: [{ from: 400, to: 499 }] })).rejects.toMatchObject({
    code: 'page_status',
    message: expect.stringContaining('404'),
  })
})
