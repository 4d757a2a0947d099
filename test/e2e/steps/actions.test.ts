import { expect, test } from 'vitest'
import type { Action } from '../../../lib/schema/fields/actions.ts'
import { expectSameImage } from '../../support/render/expect-same-image.ts'
import { metadata, plan, startRenderFixture } from '../../support/render/render.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** A form whose title lists the trusted events that it received. */
const form = `<!doctype html><title></title><body style="margin: 0; height: 3000px">
  <script>
    window.note = (text) => { document.title += text + ',' }
    for (const type of ['click', 'dblclick', 'mouseover', 'keydown', 'change', 'input'])
      addEventListener(type, (event) => {
        const { id } = event.composedPath()[0]
        if (event.isTrusted && id) note(type + ':' + id + (event.key ? '=' + (event.ctrlKey ? '^' : '') + event.key : ''))
      }, true)
  </script>
  <button id=a>a</button><button id=b>b</button>
  <input id=text value="old"><input type=checkbox id=box>
  <select id=list><option value=1>one<option value=2>two</select>
  <x-field></x-field>
  <iframe srcdoc="<button id=inner onclick='parent.note(event.isTrusted + event.type + &quot;:inner&quot;)'>inner</button>" style="height: 60px"></iframe>
  <p id=far style="position: absolute; top: 2500px">far</p>
  <script>
    const root = document.querySelector('x-field').attachShadow({ mode: 'open' })
    root.innerHTML = '<input id=shadow>'
  </script>`

const fixture = await startRenderFixture({
  '/first': page(
    '<!doctype html><title>first</title><a href="/second" style="display: block; height: 100px">go</a>',
  ),
  '/second': page('<!doctype html><title>second</title><input id=q oninput="document.title = this.value">'),
})

const titleOf = async (html: string, actions: Action[]) =>
  decodeURIComponent(
    (await fixture.shootHtml(html, { actions, metadata: metadata('title') })).metadata['Title'] ?? '',
  )

const evaluate = (script: string): Action => ({ action: 'evaluate', script })

test('the mouse clicks, clicks twice and hovers, also in shadow roots and frames, with trusted events', async () => {
  const title = await titleOf(form, [
    { action: 'hover', selector: '#b' },
    { action: 'click', selector: '#a' },
    { action: 'double_click', selector: '#b' },
    { action: 'click', selector: '#inner' },
  ])
  expect(title).toBe(
    'mouseover:b,mouseover:a,click:a,mouseover:b,click:b,click:b,dblclick:b,trueclick:inner,',
  )
})

test('the keyboard types after what a field contains, and presses keys with modifiers', async () => {
  const read = "note(text.value + '|' + root.querySelector('input').value)"
  const title = await titleOf(form, [
    { action: 'type', selector: '#text', text: 'é1' },
    { action: 'press', key: 'Control+A', selector: '#text' },
    { action: 'type', selector: '#shadow', text: 'A b' },
    { action: 'press', key: 'Backspace' },
    evaluate(`document.title = ''; await 0; ${read}`),
  ])
  expect(title).toBe('oldé1|A ,')
})

test('keys act like a keyboard: Shift changes characters, modifiers have a side, a pressed pointer has pressure', async () => {
  const html = `<!doctype html><title></title><input id=text><button id=button>x</button><script>
    for (const type of ['keydown', 'keyup', 'pointerdown', 'pointerup']) addEventListener(type, ({ key, location, shiftKey, pressure }) => {
      document.title += key === undefined ? type + pressure + ',' : type[3] + key + location + (shiftKey ? 's' : '') + ','
    })
  </script>`
  const press = (key: string): Action => ({ action: 'press', key, selector: '#text' })
  const title = await titleOf(html, [
    ...['Shift+a', 'Shift+3', 'ShiftRight', 'Numpad7', 'Control+Shift+k'].map(press),
    { action: 'click', selector: '#button' },
    evaluate('document.title += text.value'),
  ])
  expect(title.split(',')).toEqual([
    ...['dShift1s', 'dA0s', 'uA0s', 'uShift1'],
    ...['dShift1s', 'd#0s', 'u#0s', 'uShift1'],
    ...['dShift2s', 'uShift2'],
    ...['d73', 'u73'],
    ...['dControl1', 'dShift1s', 'dK0s', 'uK0s', 'uShift1', 'uControl1'],
    ...['pointerdown0.5', 'pointerup0'],
    'A#7',
  ])
})

const check = (checked: boolean): Action => ({ action: 'check', selector: '#c', checked })

test.each(['checkbox', 'treeitem', 'Switch checkbox'])(
  'an element with the role %s that says nothing about its state is checked by a click',
  async (role) => {
    const html = `<!doctype html><title></title><div role="${role}" id=c>c</div>
      <script>c.onclick = () => { document.title += 'x'; c.setAttribute('aria-checked', c.ariaChecked !== 'true') }</script>`
    expect(await titleOf(html, [check(false), check(true), check(true)])).toBe('x')
  },
)

test('options are selected by value or text, checkboxes are checked once, and the page sees the changes', async () => {
  const title = await titleOf(form, [
    { action: 'select', selector: '#list', value: 'two' },
    { action: 'check', selector: '#box', checked: true },
    { action: 'check', selector: '#box', checked: true },
    evaluate('document.title = list.value + box.checked'),
    { action: 'check', selector: '#box', checked: false },
    evaluate('document.title += box.checked'),
  ])
  expect(title).toContain('2true')
  expect(title).toMatch(/false$/)
  expect(title.match(/click:box/g)).toHaveLength(1)
})

test('the page scrolls to a position, by a distance and to an element', async () => {
  const at = (name: string) => evaluate(`document.title += '${name}' + Math.round(scrollY) + ','`)
  const title = await titleOf(form, [
    { action: 'scroll', to: 600 },
    at('to'),
    { action: 'scroll', by: -200 },
    at('by'),
    { action: 'scroll', selector: '#far' },
    evaluate("document.title += far.getBoundingClientRect().bottom <= innerHeight ? 'seen' : 'unseen'"),
  ])
  expect(title).toMatch(/to600,by400,seen$/)
})

/** The title counts the sections that were seen. The last one adds five more, up to 10. */
const growing = (
  style = '',
) => `<!doctype html><title></title><body style="margin: 0"><main style="${style}"></main><script>
  const main = document.querySelector('main')
  const seen = new Set()
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) seen.add(target)
    document.title = seen.size
    if (seen.has(main.lastChild) && main.children.length < 10) setTimeout(add, 50)
  })
  const add = () => {
    for (let index = 0; index < 5; index++) {
      const section = main.appendChild(document.createElement('section'))
      section.style.height = '1500px'
      observer.observe(section)
    }
  }
  add()
</script>`

test.each([
  ['its inner scroller', growing('height: 100vh; overflow: auto'), 10],
  [
    'a page without end, as far as an image shows it,',
    growing().replace('main.children.length < 10', 'true'),
    23,
  ],
])('%s scrolls to the end, where it grows', async (_, html, sections) => {
  const changes = {
    viewport: { ...plan().viewport, height: 3000 },
    timeoutMs: 60_000,
    metadata: metadata('title'),
  }
  const taken = await fixture.shootHtml(html, { actions: [{ action: 'scroll', to: 'end' }], ...changes })
  expect(taken.metadata['Title']).toBe(`${sections}`)
})

test('keys copy and paste, but never what an earlier page copied', async () => {
  const editor = (content = '') =>
    `<!doctype html><title></title><div contenteditable id=text style="caret-color: transparent" oninput="document.title = this.textContent">${content}</div>`
  const keys = (...names: string[]): Action[] => [
    { action: 'press', key: 'End', selector: '#text' },
    ...names.map((name) => ({ action: 'press' as const, key: `Control+${name}` })),
  ]
  const copyAndPaste = keys('A', 'C', 'V', 'V')
  expect(await titleOf(editor('secret'), copyAndPaste)).toBe('secretsecret')
  expect(await titleOf(editor(), keys('V'))).toBe('')
  await titleOf(editor('secret'), copyAndPaste)
  const scriptsDisabled = { actions: keys('V'), scriptsDisabled: true }
  const pasted = await fixture.shootHtml(editor(), scriptsDisabled)
  const empty = await fixture.shootHtml(editor(), { ...scriptsDisabled, actions: keys() })
  await expectSameImage(pasted.body, empty.body)
})

test('waits end when an element appears or disappears, an expression is true, or the network is idle', async () => {
  const html = `<!doctype html><title>0</title><p id=old>old</p><script>
    setTimeout(() => { old.remove(); document.body.insertAdjacentHTML('beforeend', '<p id=new>new</p>') }, 150)
    setTimeout(() => { window.ready = true }, 200)
  </script>`
  const title = await titleOf(html, [
    { action: 'wait', selector: '#old', state: 'hidden' },
    { action: 'wait', selector: '#new' },
    { action: 'wait', expression: 'window.ready' },
    { action: 'wait', expression: '() => window.ready === true' },
    { action: 'wait', network: 'idle' },
    { action: 'wait', milliseconds: 20 },
    evaluate("document.title = document.querySelector('#new').textContent"),
  ])
  expect(title).toBe('new')
})

test('an action may leave the page in the middle, and the next ones act on the new page', async () => {
  const actions: Action[] = [
    { action: 'click', selector: 'a' },
    { action: 'type', selector: '#q', text: 'typed' },
    evaluate("document.title += location.pathname; location.hash = 'x'"),
  ]
  const shot = await fixture.shoot('/first', { actions, metadata: metadata('title') })
  expect(shot.metadata['Title']).toBe('typed/second')
  const leaving = [evaluate("location = '/second'; await new Promise(() => {})")]
  const left = await fixture.shoot('/first', { actions: leaving, metadata: metadata('title') })
  expect(left.metadata['Title']).toBe('second')
})

test('an element that slides in is clicked where it comes to rest, and a dialog is closed', async () => {
  const html = `<!doctype html><title></title><style>body { margin: 0 } @keyframes in { from { translate: 0 250px } }
    button { position: absolute; top: 0; width: 100px; height: 30px; animation: in 0.4s linear }</style>
    <button onclick="alert('stop'); document.title = event.isTrusted + String(event.clientY < 30)">x</button>`
  expect(await titleOf(html, [{ action: 'click', selector: 'button' }])).toBe('truetrue')
})

test('an element behind a view transition is clicked after it, also in a frame', async () => {
  const html = (note: string) => `<style>
      ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 0.4s }
    </style><button id=start onclick="document.startViewTransition(() => {})">start</button>
    <button onclick="${note}(event.isTrusted + ':' + (event.clientX > 0) + ':' + document.activeViewTransition)">x</button>`
  const inner = html('parent.note').replaceAll('"', '&quot;')
  const title = await titleOf(
    `<!doctype html><title></title><script>window.note = (text) => { document.title += text + ',' }</script>
    ${html('note')}<iframe id=inner srcdoc="${inner.replaceAll('id=start', 'id=begin').replaceAll('<button onclick', '<button id=last onclick')}"></iframe>`,
    [
      { action: 'click', selector: '#start' },
      { action: 'click', selector: '#start + button' },
      { action: 'click', selector: '#begin' },
      { action: 'click', selector: '#last' },
    ],
  )
  expect(title).toBe('true:true:null,true:true:null,')
})

const hidden =
  '<!doctype html><p style="visibility: hidden">x</p><input readonly><b>b</b><i role=button id=c>c</i><select><option>a</select>'
test.each<[string, Action, string, RegExp]>([
  [
    'never visible',
    { action: 'click', selector: 'p' },
    'selector_not_found',
    /^`actions\[1\]` \(click\): no visible element matched "p" within \d\.\d s\.$/,
  ],
  [
    'no selector',
    { action: 'hover', selector: 'p[' },
    'invalid_parameter',
    /^`actions\[1\]\.selector`: "p\[" is not a valid CSS selector\.$/,
  ],
  [
    'no field',
    { action: 'type', selector: 'b', text: 'x' },
    'action_failed',
    /^`actions\[1\]` \(type\): "b" is not a field that accepts text\.$/,
  ],
  [
    'no option',
    { action: 'select', selector: 'select', value: 'z' },
    'action_failed',
    /\(select\): the `select` has no such option\.$/,
  ],
  [
    'no checkbox',
    { action: 'check', selector: 'b', checked: true },
    'action_failed',
    /"b" is not a checkbox/,
  ],
  [
    'throws',
    evaluate('nothing.here()'),
    'action_failed',
    /\(evaluate\): ReferenceError: nothing is not defined$/,
  ],
  [
    'throws an object',
    evaluate("throw { code: 'sold_out' }"),
    'action_failed',
    /\(evaluate\): \{ code: sold_out \}$/,
  ],
  [
    'endless',
    evaluate('for (;;) {}'),
    'page_timeout',
    /\(evaluate\): the script did not end within \d\.\d s\.$/,
  ],
  [
    'too long',
    { action: 'wait', milliseconds: 5_000 },
    'page_timeout',
    /\(wait\): cannot wait 5000 ms: only [0-2]\.\d s of `timeout` are left\.$/,
  ],
  [
    'never true',
    { action: 'wait', expression: 'missing.name' },
    'page_timeout',
    /did not become true \(ReferenceError: missing is not defined\) within/,
  ],
  ['stays', { action: 'wait', selector: 'b', state: 'hidden' }, 'page_timeout', /"b" was not hidden within/],
])('an action that fails is a 400 with its index and the reason: %s', async (_, action, code, message) => {
  await expect(
    fixture.shootHtml(hidden, { actions: [{ action: 'wait', milliseconds: 1 }, action], timeoutMs: 1_000 }),
  ).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
})

test('actions work while the consent search moves the clock of the page, even if no frame is shown', async () => {
  const shot = await fixture.shootHtml(form, {
    block: { annoyances: ['cookies_banner'], resourceTypes: [], urlPatterns: [] },
    actions: [{ action: 'click', selector: '#a' }],
    fullPage: true,
    metadata: metadata('title'),
  })
  expect(shot.metadata['Title']).toContain('click:a')
})
