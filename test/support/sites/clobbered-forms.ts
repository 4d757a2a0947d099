import { page, type Route } from './fixture-server.ts'

/** Runs in the page, for the names of the browser under test. */
const script = `
const chain = [HTMLFormElement, HTMLElement, Element, Node, EventTarget, Object].map(({ prototype }) => prototype)
const members = [...new Set(chain.flatMap((prototype) => Object.getOwnPropertyNames(prototype)))]
const isHarmless = document.currentScript.dataset.names === 'harmless'
const names = members.map((name, index) => isHarmless ? 'field-' + index : name)
const addFields = (form, names) => {
  for (const name of names) {
    const field = document.createElement('input')
    field.setAttribute('name', name)
    Element.prototype.append.call(form, field)
  }
}
const clone = Node.prototype.cloneNode.call(document.querySelector('#small'), true)
Element.prototype.remove.call(document.querySelector('#small'))
for (const name of names) {
  const small = Node.prototype.cloneNode.call(clone, true)
  addFields(small, [name])
  document.querySelector('#list').append(small)
}
for (const form of document.querySelectorAll('form.all')) addFields(form, names)
Object.assign(document.querySelector('#count'), { textContent: names.length + ' names' })
document.currentScript.remove()
`

const forms = (names: 'members' | 'harmless') => `<!doctype html><html lang=en><title>Forms</title>
<link rel=icon href="data:,x">
<style>
  body { margin: 0; font: 14px sans-serif }
  input { display: none }
  .bar { position: fixed; bottom: 0; left: 0; right: 0; height: 40px; background: rgb(200, 0, 0) }
  .sticky { position: sticky; bottom: 0; height: 20px; background: rgb(0, 200, 0) }
  .drawn { height: 60px; background: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Crect width='20' height='20'/%3E%3C/svg%3E") fixed }
  .pane { height: 100vh; overflow-y: auto }
  .lazy { content-visibility: auto; height: 30px; background: rgb(0, 0, 200) }
</style>
<form class="all bar cookie-banner" role=dialog>We use cookies. <button type=button>Accept cookies</button></form>
<h1>Forms of every kind</h1><p id=count></p>
<form class="all target" id=target><h2>Contact</h2><p>Write to us about anything that you like.</p><pre class="language-js"><code>let one = 1</code></pre></form>
<form class="all" id=click onclick="document.body.style.background = 'rgb(240, 240, 200)'"><p>Press here.</p></form>
<form class="all" id=hidden style="display: block !important"><p>Hidden by request.</p></form>
<form class="all lazy"><p>Skipped until it is near.</p></form>
<form class="all drawn"></form>
<form class="all pane"><div style="height: 1500px; background: linear-gradient(white, teal)">A pane that scrolls.</div></form>
<div id=list><form id=small style="height: 4px; background: rgb(0, 100, 0)"></form></div>
<form class="all sticky"></form>
<script data-names=${names}>${script}</script>`

/** The same page with forms whose fields replace all of their members, and with harmless names. */
export const formRoutes: Record<string, Route> = {
  '/members': page(forms('members')),
  '/harmless': page(forms('harmless')),
}
