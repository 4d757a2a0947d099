// node scripts/browser-images.ts render <folder>: renders pages that show fonts, forms, effects and layouts, as PNG, with the browser of
// CHROMIUM_PATH or the shipped one.
// node scripts/browser-images.ts compare <before> <after> <folder>: writes the differences of two such folders as images, and prints a
// table in Markdown.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoHost } from '../lib/core/network/demo-host.ts'
import { compareImages } from '../lib/render/outputs/screenshot/compare-images.ts'
import { createLocalRenderer } from '../local/cli/render-here.ts'

const demo = { url: `http://${demoHost}/` }

const scripts = [
  'Hamburgefonstiv 0123456789 fi fl',
  'Grüße, naïve façade, Łódź, İstanbul, Tiếng Việt',
  'Ελληνικά Русский Հայերեն ქართული',
  'עברית العربية',
  'हिन्दी বাংলা தமிழ் ไทย ខ្មែរ',
  '日本語 简体中文 繁體中文 한국어',
  '😀👩‍💻🏳️‍🌈🇩🇪 ∑∫√∞≠ ←↑→ ★☎✂',
]

const inFonts = ['sans-serif', 'serif', 'monospace']
  .map((family) => `<div style="font:20px ${family}">${scripts.map((text) => `<p>${text}`).join('')}</div>`)
  .join('')

const forms = `<p><input value=text> <input type=checkbox checked> <input type=radio checked> <input type=range> <input type=date value=2026-01-31>
<input type=color value=#336699> <select><option>option</select> <button>button</button> <progress value=.4></progress> <meter value=.6></meter>
<p><textarea>text</textarea> <details open><summary>summary</summary>details</details> <fieldset><legend>legend</legend>fields</fieldset>`

const effects = `<style>div{display:inline-block;width:160px;height:100px;margin:12px;background:linear-gradient(45deg,#e66465,#9198e5)}</style>
<div style="border-radius:30px"></div><div style="box-shadow:0 8px 24px #0008"></div><div style="filter:blur(4px)"></div>
<div style="transform:rotate(9deg)"></div><div style="opacity:.4"></div><div style="mix-blend-mode:multiply"></div>
<div style="clip-path:circle(40%)"></div><div style="background:conic-gradient(red,blue,red)"></div>
<svg width=160 height=100><path d="M5 95Q80-90 155 95" fill=none stroke=teal stroke-width=7 /><text x=50 y=80>SVG</text></svg>`

/** The parameters of a screenshot for each image. */
const pages: Readonly<Record<string, Record<string, unknown>>> = {
  demo,
  'demo-full-page': { ...demo, full_page: true },
  'demo-mobile': { ...demo, viewport_device: 'iphone_13_pro_max' },
  'demo-dark': { ...demo, dark_mode: true },
  scripts: { html: `<body>${inFonts}`, full_page: true },
  forms: { html: `<body style="font:16px sans-serif">${forms}` },
  effects: { html: `<body>${effects}` },
}

const render = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  await using renderer = createLocalRenderer(process.env)
  const { signal } = new AbortController()
  for (const [name, parameters] of Object.entries(pages)) {
    const { body } = await renderer.render('screenshot', { ...parameters, format: 'png' }, signal)
    await writeFile(join(folder, `${name}.png`), body)
  }
}

const compare = async (before: string, after: string, folder: string) => {
  await mkdir(folder, { recursive: true })
  process.stdout.write('| image | changed pixels |\n|---|---|\n')
  for (const name of (await readdir(after)).sort()) {
    const [old, latest] = await Promise.all([before, after].map((from) => readFile(join(from, name))))
    if (!old || !latest) continue
    const { ratio, image } = await compareImages({ body: old, ignored: [] }, { body: latest, ignored: [] })
    process.stdout.write(`| ${name} | ${(ratio * 100).toFixed(3)} % |\n`)
    if (ratio === 0) continue
    await writeFile(join(folder, name.replace('.png', '.1-before.png')), old)
    await writeFile(join(folder, name.replace('.png', '.2-after.png')), latest)
    if (image) await writeFile(join(folder, name.replace('.png', '.3-difference.png')), image)
  }
}

const [command, ...folders] = process.argv.slice(2)
const [first = '', second = '', third = ''] = folders
if (command === 'render' && folders.length === 1) await render(first)
else if (command === 'compare' && folders.length === 3) await compare(first, second, third)
else {
  process.stderr.write('browser-images.ts render <folder> | compare <before> <after> <folder>\n')
  process.exitCode = 1
}
