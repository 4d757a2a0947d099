import { expect, test } from 'vitest'
import { startRenderFixture } from '../../support/render/render.ts'
import { renderRun } from '../../support/render/watch-renderer.ts'

const fixture = await startRenderFixture({})

const green = [0, 200, 0, 255]
const white = [255, 255, 255, 255]

/** A green box of 200 by 100 pixels at 50, 600, in a shadow tree of a shadow tree. */
const nested = `<!doctype html><body style="margin: 0; height: 2000px">text<x-outer></x-outer><script>
  class Inner extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML =
        '<style>b { position: absolute; left: 50px; top: 600px; width: 200px; height: 100px; background: rgb(0, 200, 0) }</style><b class=box></b>'
    }
  }
  class Outer extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<x-inner></x-inner>' }
  }
  customElements.define('x-outer', Outer)
  setTimeout(() => customElements.define('x-inner', Inner), 100)
</script>`

test('wait_for_selector and selector find an element in nested shadow trees', async () => {
  const { image } = await fixture.shootHtml(nested, { waitForSelector: '.box', selector: '.box' })
  expect([image.width, image.height]).toEqual([200, 100])
  expect([image.at(1, 1), image.at(198, 98)]).toEqual([green, green])
})

test('hide_selectors hides an element in nested shadow trees, also one that insists', async () => {
  const shoot = (html: string) =>
    fixture.shootHtml(html, { waitForSelector: '.box', hideSelectors: ['.box'], fullPage: true })
  const insisting = nested.replace('<b class', '<b style="display: block !important" class')
  for (const html of [nested, insisting]) expect((await shoot(html)).image.at(150, 650)).toEqual(white)
})

test('a bar in a shadow tree does not lie over the element in another one that is captured', async () => {
  const bar =
    '<header style="position: fixed; inset: 0 0 auto; height: 100vh; background: rgb(0, 0, 200)"></header>'
  const inTree = `<div id=host></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '${bar}'</script>`
  const options = { waitForSelector: '.box', selector: '.box' }
  const { image } = await fixture.shootHtml(`${nested}${inTree}`, options)
  expect(image.at(100, 50)).toEqual(green)
})

test('watch.ignore_selectors finds an element in nested shadow trees', async () => {
  const value = { html: nested, format: 'png', full_page: true, wait_for_selector: '.box' }
  const { ignored } = await renderRun('screenshot', value, ['.box'])
  expect(ignored).toEqual([{ x: 50, y: 600, width: 200, height: 100 }])
})
