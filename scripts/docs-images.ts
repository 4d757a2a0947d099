// Makes the images of the documentation: sends the calls of the recipes and of the pages that name an image to the local service, which must be running, and
// writes what it returns to docs/images as WebP. `npm run docs:images -- <name>…` makes only these.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp, { type Sharp } from 'sharp'
import { compareTexts } from '../lib/core/watch/compare-texts.ts'
import { compareImages } from '../lib/render/outputs/screenshot/compare-images.ts'
import { operations } from '../lib/schema/operations.ts'
import type { SnapshotDocument } from '../lib/schema/snapshot-document.ts'
import { readServiceFile } from '../local/service-file.ts'
import { type Recipe, recipes } from '../web/src/recipes/recipes.ts'
import { readSamples, type Sample } from './generate/samples.ts'

const docsDir = join(import.meta.dirname, '..', 'docs')
const widthMax = 1000
const animatedWidthMax = 640

const readAllSamples = async (): Promise<Sample[]> => {
  const names = (await readdir(docsDir, { recursive: true })).filter((name) => name.endsWith('.md'))
  const pages = await Promise.all(names.sort().map((name) => readFile(join(docsDir, name), 'utf8')))
  return pages.flatMap(readSamples)
}

const render = async (sample: Sample, baseUrl: string, accessKey: string): Promise<Buffer> => {
  // WebP has no video codec. Six frames per second halve the size.
  const format = sample.path === '/v1/screencast' ? { format: 'gif', fps: 6 } : {}
  const response = await fetch(baseUrl + sample.path, {
    method: 'POST',
    headers: { 'X-Access-Key': accessKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...sample.parameters, ...format }),
  })
  if (!response.ok) throw new Error(`${sample.image}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

const toImage = async ({ path }: Sample, body: Buffer): Promise<Sharp> => {
  if (path === '/v1/pdf') return sharp(await toPng(body))
  if (path === '/v1/scrape') return sharp(await drawText(body.toString()))
  return sharp(path === '/v1/snapshot' ? await imageOf(body) : body, { animated: true })
}

/** Returns the image among the files of a snapshot. */
const imageOf = async (body: Buffer): Promise<Buffer> => {
  const { outputs } = JSON.parse(body.toString()) as SnapshotDocument
  const file = (outputs.full_page ?? outputs.screenshot)?.file
  if (file === undefined) throw new Error('The snapshot has no image.')
  return Buffer.from(await (await fetch(file)).arrayBuffer())
}

/** Draws the first page of a PDF. */
const toPng = async (body: Buffer): Promise<Buffer> => {
  const document = await getDocument({ data: new Uint8Array(body), verbosity: 0 }).promise
  const page = await document.getPage(1)
  const viewport = page.getViewport({ scale: 1.5 })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas: canvas as never, canvasContext: canvas.getContext('2d') as never, viewport })
    .promise
  return canvas.toBuffer('image/png')
}

const service = await readServiceFile(process.env['DATA_DIR'] ?? '.local')
const [account] = service?.accounts ?? []
if (!service || !account) throw new Error('The local service is not running. Start it with npm start.')
const chosen = process.argv.slice(2)
const toRecipeSample = ({ call, image }: Recipe): Sample => {
  const { path } = operations[call.operation]
  return { method: 'POST', path, parameters: call.values, image }
}
const ofRecipes = recipes.filter(({ task }) => !task).map(toRecipeSample)
const samples = new Map(
  [...ofRecipes, ...(await readAllSamples())].flatMap((sample) =>
    sample.image ? [[sample.image, sample] as const] : [],
  ),
)

/** Draws text as an editor shows it. */
const drawText = (text: string): Promise<Buffer> => {
  const pre = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const html = `<style>body { margin: 0; background: #16202c; color: #f6e7d2 } pre { margin: 0; padding: 32px; font: 17px/1.6 monospace; white-space: pre-wrap }</style><pre>${pre}</pre>`
  const parameters = { html, selector: 'pre', format: 'png', viewport_width: 900 }
  return render({ method: 'POST', path: '/v1/screenshot', parameters }, service.baseUrl, account.accessKey)
}
const write = async (name: string, image: Sharp) => {
  const { pages = 1 } = await image.metadata()
  const { width, height, size } = await image
    .resize({ width: pages > 1 ? animatedWidthMax : widthMax, withoutEnlargement: true })
    .webp({ quality: 70, effort: 6 })
    .toFile(join(docsDir, 'images', name))
  process.stdout.write(`${name}: ${width} × ${height}, ${Math.round(size / 1000)} KB\n`)
}

const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)

for (const [name, sample] of samples)
  if (isChosen(name))
    await write(name, await toImage(sample, await render(sample, service.baseUrl, account.accessKey)))

/** The demo page with another title, and the difference that a task with `watch` stores. */
if (isChosen('changed.webp') || isChosen('difference.webp')) {
  const take = (parameters: object) => {
    const url = 'http://demo.stillframe.example/'
    const sample: Sample = {
      method: 'POST',
      path: '/v1/screenshot',
      parameters: { url, format: 'png', ...parameters },
    }
    return render(sample, service.baseUrl, account.accessKey)
  }
  const body = await take({ scripts: "document.querySelector('h1').textContent = 'Every beam has a story.'" })
  const { image } = await compareImages({ body: await take({}), ignored: [] }, { body, ignored: [] })
  if (!image) throw new Error('The changed page looks the same.')
  await write('changed.webp', sharp(body))
  await write('difference.webp', sharp(image))
}

/** The patch that a task which watches a text stores. */
for (const recipe of recipes.filter(({ task, image }) => task && isChosen(image))) {
  const sample = toRecipeSample(recipe)
  const read = async (parameters: object) => {
    const changed: Sample = { ...sample, parameters: { ...sample.parameters, ...parameters } }
    return (await render(changed, service.baseUrl, account.accessKey)).toString()
  }
  const scripts = "document.querySelector('article h2').textContent = 'Flashing, 6 s'"
  const { patch = '' } = compareTexts(await read({}), await read({ scripts }))
  await write(recipe.image, sharp(await drawText(patch)))
}
