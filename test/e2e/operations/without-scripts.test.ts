import { expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { decodeImage } from '../../support/render/image.ts'
import { runnerOf, startOperationsFixture } from '../../support/render/operations.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

const green = 'body { margin: 0; background: rgb(0, 200, 0) }'

/** A page that is green and says `fine` only if none of its scripts runs. */
const still = `<!doctype html><style>${green}</style>
  <body onload="document.body.textContent = 'changed'"><noscript>fine</noscript>
  <script>document.body.style.background = 'rgb(200, 0, 0)'; document.body.textContent = 'changed'</script>`

const fixture = await startOperationsFixture({
  '/': page(still),
  '/long':
    page(`<!doctype html><style>${green} p { margin: 0; height: 900px } a, input, summary { display: block; width: 100px; height: 30px }
      #box:checked ~ #checked { background: rgb(0, 0, 200); height: 30px } #checked:not(:checked) { height: 30px }</style>
      <a href="/next">go</a><input id=box type=checkbox><div id=checked></div><p>first</p><iframe loading=lazy src="/hangs"></iframe><p>last</p><i id=end>end</i>`),
  '/next': page('<!doctype html><body style="background: rgb(0, 0, 200)">next'),
  '/hangs': () => {},
})

test('the outputs show the page as its server sends it, without its scripts', async () => {
  const taken = await fixture.render(operations.snapshot, { url: '/', js_enabled: false })
  await runnerOf(operations.snapshot).assertFine(taken)
})

const shoot = async (options: Record<string, unknown>) => {
  const request = { url: '/long', js_enabled: false, format: 'png', timeout: 5, ...options }
  return decodeImage((await fixture.render(operations.screenshot, request)).body)
}

test('a full page ends although a lazy frame never loads, and scrolling is not needed', async () => {
  using _limits = scaleLimits(0.3, 'ready')
  const image = await shoot({ full_page: true, full_page_scroll: true })
  expect(image.height).toBeGreaterThan(1_900)
})

test('actions, waits for elements, clicks and element captures work', async () => {
  const checked = await shoot({
    wait_for_selector: '#end',
    actions: [
      { action: 'check', selector: '#box' },
      { action: 'scroll', by: 20 },
      { action: 'scroll', to: 0 },
      { action: 'wait', selector: '#checked' },
    ],
    selector: '#checked',
  })
  expect(checked.at(5, 5)).toEqual([0, 0, 200, 255])
  expect((await shoot({ click_selector: 'a' })).at(200, 200)).toEqual([0, 0, 200, 255])
  await expect(shoot({ selector: '#none' })).rejects.toMatchObject({ code: 'selector_not_found' })
  await expect(shoot({ wait_for_selector: '#none', timeout: 1 })).rejects.toMatchObject({
    code: 'page_timeout',
  })
})

test('a video scrolls and a PDF has the whole page', async () => {
  using _limits = scaleLimits(0.3, 'ready')
  const scroll = { url: '/long', js_enabled: false, scenario: 'scroll', duration: 1 }
  const video = await fixture.render(operations.screencast, scroll)
  expect(video.headers).toMatchObject({ 'X-Service-Capture-Mode': 'virtual' })
  const pdf = await fixture.render(operations.pdf, { url: '/long', js_enabled: false })
  expect(pdf.facts?.pages).toBeGreaterThan(1)
})

test.each([
  [{ scripts: 'x' }, 'scripts'],
  [{ init_scripts: 'x' }, 'init_scripts'],
  [{ wait_for_function: 'x' }, 'wait_for_function'],
  [{ local_storage: { a: 'b' } }, 'local_storage'],
  [
    {
      actions: [
        { action: 'scroll', to: 1 },
        { action: 'evaluate', script: 'x' },
      ],
    },
    'actions[1]',
  ],
  [{ actions: [{ action: 'wait', expression: 'x' }] }, 'actions[0]'],
])('%j is a 400 that names the parameter', async (options, name) => {
  await expect(shoot(options)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: `\`${name}\` requires \`js_enabled=true\`.`,
  })
})
