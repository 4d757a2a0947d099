import { scriptVariable } from '../../../lib/render/browser/scripts.ts'

/** Pages whose snapshot could differ from the single operations, by name, and the outputs in which it would show. */
export interface SnapshotPage {
  html: string
  outputs: readonly ('markdown' | 'html' | 'screenshot' | 'full_page' | 'pdf')[]
  /** An expression of `wait_for_function`, for a page that is not complete when it has loaded. */
  readyWhen?: string
}

const canvas = (id: string) =>
  `<canvas id="${id}" width="90" height="50">no canvas</canvas><script>{
    const drawing = document.getElementById('${id}').getContext('2d')
    drawing.fillStyle = '#c00'
    drawing.fillRect(10, 10, 60, 30)
  }</script>`

const text = '<p>'.concat('word '.repeat(60), '</p>').repeat(8)

const square = (color: string) =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'><rect width='60' height='40' fill='${color}'/></svg>`

const textual = ['markdown', 'html', 'pdf'] as const
const visual = ['markdown', 'screenshot', 'pdf'] as const
const tall = ['markdown', 'full_page', 'pdf'] as const

const scripts: Record<string, SnapshotPage> = {
  'a tag manager': {
    html: '<noscript><iframe src="/none" height="0" width="0" style="display:none"></iframe></noscript><h1>Shop</h1><p>text',
    outputs: textual,
  },
  'a request to enable scripts': {
    html: '<h1>App</h1><noscript>Please enable scripts.<img height="1" width="1" src="/none"></noscript><p>text',
    outputs: [...textual, 'screenshot'],
  },
  'styles for pages without scripts': {
    html: '<style>.no{display:none}@media (scripting:none){.no{display:block}.yes{display:none}}</style><p class="no">no<p class="yes">yes',
    outputs: visual,
  },
  'styles for pages with scripts': {
    html: '<style>p{height:30px}@media (scripting:enabled){p{background:#0a0;height:60px}}</style><p>text<p>more',
    outputs: [...tall, 'screenshot'],
  },
  'fallbacks in a shadow tree': {
    html: '<x-a>light</x-a><script>document.querySelector("x-a").attachShadow({ mode: "open" }).innerHTML = "<b>shadow</b> <slot></slot><noscript>no</noscript><canvas>no</canvas>"</script>',
    outputs: textual,
  },
  'fallbacks in a frame': {
    html: `<iframe style="border:0" srcdoc='<p>frame<noscript>no</noscript>${canvas('inner').replaceAll("'", '`')}'></iframe>`,
    outputs: ['screenshot', 'pdf'],
  },
  'a fallback of an object': {
    html: `<object data="/none"><p>fallback</p></object><object data="${square('green')}"><p>none</object>`,
    outputs: visual,
  },
}

const drawings: Record<string, SnapshotPage> = {
  'a canvas': { html: canvas('a'), outputs: visual },
  'canvases that printing lays out again': {
    html: `<style>main{display:flex}@media print{main{display:block}}</style><main>${canvas('a')}${canvas('b')}</main>`,
    outputs: ['markdown', 'pdf'],
  },
  'a canvas that only printing shows': {
    html: `<style>canvas{display:none}@media print{canvas{display:block}}</style><p>x</p>${canvas('a')}`,
    outputs: ['screenshot', 'pdf'],
  },
  'a canvas that is drawn by a worker': {
    html: `<canvas id="q" width="90" height="50"></canvas><script>
      const source = 'onmessage = ({ data }) => { data.getContext("2d").fillRect(0, 0, 50, 50); postMessage(0) }'
      const canvas = q.transferControlToOffscreen()
      const worker = new Worker(URL.createObjectURL(new Blob([source])))
      worker.postMessage(canvas, [canvas])
      worker.onmessage = () => requestAnimationFrame(() => requestAnimationFrame(() => { isDrawn = true }))
    </script>`,
    readyWhen: 'typeof isDrawn !== "undefined"',
    outputs: ['screenshot', 'full_page'],
  },
  'canvases that workers animate': {
    html: `<canvas id="q" width="90" height="50"></canvas><canvas id="g" width="90" height="50"></canvas><script>
      window.frames_ = 0
      const animate = (canvas, draw) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => { const draw = ' + draw + '; const next = () => { draw(data); postMessage(0); requestAnimationFrame(next) }; next() }'])))
        worker.onmessage = () => frames_++
        const drawn = canvas.transferControlToOffscreen()
        worker.postMessage(drawn, [drawn])
      }
      animate(q, (canvas) => { const drawing = canvas.getContext('2d'); drawing.fillStyle = '#0a0'; drawing.fillRect(0, 0, 90, 50) })
      animate(g, (canvas) => { const gl = canvas.getContext('webgl'); gl?.clearColor(0, 0, 1, 1); gl?.clear(gl.COLOR_BUFFER_BIT) })
    </script>`,
    readyWhen: 'frames_ > 20',
    outputs: ['screenshot', 'full_page', 'markdown', 'pdf'],
  },
  'a drawing of WebGL and a bitmap': {
    html: `<canvas id="g" width="90" height="50"></canvas><canvas id="q" width="90" height="50"></canvas><script>
      const gl = g.getContext('webgl')
      gl?.clearColor(0, 0, 1, 1)
      gl?.clear(gl.COLOR_BUFFER_BIT)
      const drawing = new OffscreenCanvas(90, 50)
      drawing.getContext('2d').fillRect(0, 0, 50, 50)
      q.getContext('bitmaprenderer').transferFromImageBitmap(drawing.transferToImageBitmap())
    </script>`,
    outputs: ['screenshot', 'full_page'],
  },
}

const layouts: Record<string, SnapshotPage> = {
  'lazy images and a lazy frame': {
    html: `${text}<img loading="lazy" src="/slow.svg" width="60" height="40">${text}<img loading="lazy" src="${square('red')}">
      <iframe loading="lazy" style="border:0" src="/frame"></iframe>
      <x-a><template shadowrootmode="open"><img loading="lazy" src="/slow.svg?shadow" width="60" height="40"></template></x-a><p>end`,
    outputs: [...tall, 'html'],
  },
  'content that is skipped out of view': {
    html: `${text}<section style="content-visibility:auto;contain-intrinsic-size:auto 20px">${text}</section><p>end`,
    outputs: [...tall, 'html'],
  },
  'fixed and sticky bars': {
    html: `<div style="position:sticky;top:0;background:#ff0">bar</div>${text}<div style="position:fixed;bottom:0;background:#0ff">foot</div>`,
    outputs: tall,
  },
  'an inner scroller': {
    html: `<style>body{height:100vh;overflow:hidden}main{height:100%;overflow:auto}</style><main>${text}<p>end</main>`,
    outputs: tall,
  },
  'sections as tall as the window': {
    html: '<section style="height:100vh;background:#ccc">one</section><section style="height:100vh;background:#eee">two</section>',
    outputs: tall,
  },
  'a fixed background': {
    html: `<style>body{background:linear-gradient(#f00,#00f) fixed}</style>${text}`,
    outputs: tall,
  },
  'a style sheet for print': {
    html: '<style>.p{display:none}@media print{.p{display:block}.s{display:none}}</style><p class="p">paper<p class="s">screen',
    outputs: visual,
  },
  'an image that only print styles show': {
    html: '<style>@media print{p{height:60px;background:url(/slow.svg) 0 0/cover;print-color-adjust:exact}}</style><p>text',
    outputs: ['screenshot', 'pdf'],
  },
  'a size that a script observes': {
    html: '<div id="r" style="width:50%"></div><script>new ResizeObserver(([entry]) => { r.textContent = Math.round(entry.contentRect.width) }).observe(r)</script>',
    outputs: [...textual, 'full_page'],
  },
}

const elements: Record<string, SnapshotPage> = {
  'a form, a table, details and text of several scripts': {
    html: `<form><input id="i"><input type="checkbox" checked><textarea>t</textarea><select><option>1<option selected>2</select><button>Go</button></form><script>i.value = "typed"</script>
      <table border="1"><caption>C</caption><tr><th>a<th>b<tr><td>1<td>2</table>
      <details open><summary>S</summary>open</details><details><summary>T</summary>closed</details>
      <p style="font:20px serif">Ünïcödé 日本語 <code>x</code>`,
    outputs: [...visual, 'html'],
  },
  'a modal dialog': {
    html: '<p>behind</p><dialog id="d">dialog</dialog><script>d.showModal()</script>',
    outputs: visual,
  },
  'a popover': {
    html: '<p>behind</p><div popover id="p">popover</div><script>p.showPopover()</script>',
    outputs: visual,
  },
  'a table that scrolls sideways': {
    html: `<div style="overflow-x:auto"><table><tr>${'<td style="white-space:nowrap">some text'.repeat(30)}</table></div><pre style="overflow:auto">${'word '.repeat(100)}</pre>`,
    outputs: ['screenshot', 'html', 'pdf'],
  },
  'a reaction to being printed': {
    html: '<details id="d"><summary>S</summary>inside</details><p id="p">screen</p><script>onbeforeprint = () => { d.open = true; p.textContent = "print: " + matchMedia("print").matches }</script>',
    outputs: [...visual, 'html'],
  },
  'a reaction to being hidden': {
    html: '<p id="p">shown</p><script>for (const type of ["visibilitychange", "freeze"]) document.addEventListener(type, () => { p.textContent = document.title = "hidden" })</script>',
    outputs: [...visual, 'html'],
  },
  'an id of the name that the service uses': {
    html: `<div id="${scriptVariable}">text</div>`,
    outputs: tall,
  },
  'statements that stop a debugger': {
    html: '<p>text</p><script>setInterval(() => { debugger }, 5); (function next() { debugger; requestAnimationFrame(next) })()</script>',
    outputs: visual,
  },
}

export const snapshotPages: Record<string, SnapshotPage> = {
  ...scripts,
  ...drawings,
  ...layouts,
  ...elements,
}
