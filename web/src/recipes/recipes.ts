import type { RenderCall } from '../parameters/form-values.ts'
import { demoUrl } from '../shared/demo-page.ts'

/** A complete call for a common purpose. `npm run generate` makes docs/guides/recipes.md from the list, and the playground fills its form. */
export interface Recipe {
  title: string
  /** What it is for and what to change. Markdown, with links relative to docs/guides/. */
  text: string
  call: RenderCall
  /** The file for the response. Without one, the response is text. */
  file?: string
  /** In docs/images, made by `npm run docs:images` unless the call only leads to it. */
  image: string
  /** What the image shows. */
  alt: string
  /** The task that repeats the call. */
  task?: Readonly<Record<string, unknown>>
}

const card = `<!doctype html>
<style>
  body { margin: 0; height: 630px; box-sizing: border-box; padding: 72px 80px; display: flex; flex-direction: column;
    font: 32px/1.3 system-ui, sans-serif; color: #f6e7d2; background: linear-gradient(160deg, #0d2334 40%, #d9633f 115%) }
  h1 { font: 700 84px/1.05 Georgia, serif; color: #fff; margin: auto 0 24px; max-width: 15ch }
  p { margin: 0 }
</style>
<p>Harbour Light · Journal</p>
<h1>Every light has its own rhythm</h1>
<p>Anna Petersen · 6 minutes</p>`

const rows = [
  ['Two lamps', '240.00'],
  ['One lens, ground', '1,150.00'],
  ['Mounting, three hours', '270.00'],
]

const invoice = `<!doctype html>
<title>Invoice 17</title>
<style>
  body { font: 15px/1.5 Arial, sans-serif; color: #16202c }
  h1 { font-size: 28px; color: #364fc7; margin: 32px 0 }
  table { width: 100%; border-collapse: collapse }
  td { border-bottom: 1px solid #ccc; padding: 8px 0 }
  td + td { text-align: right }
  tr { break-inside: avoid }
</style>
<p>Harbour Light Ltd.<br>Pier 3, 25999 Kampen</p>
<h1>Invoice 17</h1>
<table>
${rows.map(([what, price]) => `  <tr><td>${what}</td><td>€ ${price}</td></tr>`).join('\n')}
  <tr><td><b>Total</b></td><td><b>€ 1,660.00</b></td></tr>
</table>
<p>Payable within 30 days.</p>`

const devices = `<!doctype html>
<style>
  body { margin: 0; height: 800px; display: flex; gap: 40px; align-items: center; justify-content: center; background: #e9edf2 }
  iframe { border: 0; border-radius: 12px; box-shadow: 0 12px 40px #0003; background: #fff }
  .desktop { width: 1280px; height: 960px; zoom: 0.65 }
  .phone { width: 390px; height: 844px; zoom: 0.65; border-radius: 40px; border: 12px solid #16202c }
</style>
<iframe class="desktop" src="${demoUrl}"></iframe>
<iframe class="phone" src="${demoUrl}"></iframe>`

/** An element of the demo page in place of a price. */
const price = { url: demoUrl, format: 'md', include_selectors: 'article:nth-of-type(1) h2' }

const footer =
  '<div style="font-size:9px;width:100%;text-align:center">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>'

export const recipes: readonly Recipe[] = [
  {
    title: 'Social card',
    text: 'The image that a link to your page shows (Open Graph), from your own HTML. Fill in title and author for each page. With `cache`, each card is rendered once; a [signed link](signed-links.md) can be the `og:image` itself.',
    call: {
      operation: 'screenshot',
      values: { html: card, viewport_width: 1200, viewport_height: 630, format: 'png', cache: true },
    },
    file: 'card.png',
    image: 'recipe-card.webp',
    alt: 'A card with the title of an article on a blue and orange background',
  },
  {
    title: 'Invoice with page numbers',
    text: 'A PDF from your own HTML. The footer has the page number on each page, and no row of the table is split between two pages. More: [PDFs](pdf.md).',
    call: {
      operation: 'pdf',
      values: {
        html: invoice,
        pdf_paper_format: 'a5',
        pdf_margin_top: '18mm',
        pdf_margin_right: '18mm',
        pdf_margin_bottom: '20mm',
        pdf_margin_left: '18mm',
        pdf_footer_template: footer,
        pdf_title: 'Invoice 17',
      },
    },
    file: 'invoice.pdf',
    image: 'recipe-invoice.webp',
    alt: 'The invoice, with "Page 1 of 1" below it',
  },
  {
    title: 'Desktop and phone next to each other',
    text: 'Two frames of different widths in one image. Put the URL of your page in both. A page that other pages cannot frame (`X-Frame-Options`) stays empty: take two screenshots instead, one with [`viewport_device`](devices-dark-mode.md).',
    call: {
      operation: 'screenshot',
      values: { html: devices, viewport_width: 1280, viewport_height: 800, format: 'webp' },
    },
    file: 'devices.webp',
    image: 'recipe-devices.webp',
    alt: 'The same page in a wide frame and in the frame of a phone',
  },
  {
    title: 'Thumbnails for a grid',
    text: 'Images of one size, whatever the page looks like. Send the call for each page of the grid; with `cache`, a visitor never waits for a page twice. In public HTML, use a [signed link](signed-links.md) for each `<img>`.',
    call: {
      operation: 'screenshot',
      values: {
        url: demoUrl,
        format: 'webp',
        image_width: 400,
        image_height: 250,
        image_fit: 'cover',
        image_position: 'top',
        cache: true,
      },
    },
    file: 'thumbnail.webp',
    image: 'recipe-thumbnail.webp',
    alt: 'A small image of the top of a page',
  },
  {
    title: 'Watch a price',
    text: 'A task reads one element every hour, compares its text with the last one, and sends a webhook with what changed. Replace the URL and the selector, and add your `webhook_url` to the query. [Run it now](../reference/start-run.md) to see the first result. More: [watching a page](watch-pages.md).',
    call: { operation: 'scrape', values: price },
    image: 'recipe-price.webp',
    alt: 'The old text with a minus, and the new one with a plus',
    task: {
      name: 'Price of the lamp',
      api: 'scrape',
      frequency: 'every_hour',
      query: new URLSearchParams(price).toString(),
      watch: { mode: 'text' },
      keep_runs: 48,
    },
  },
  {
    title: 'Article as Markdown',
    text: 'The text of the article without navigation and footer, for a model, a search index or notes. More: [scraping to Markdown](scrape-to-markdown.md).',
    call: {
      operation: 'scrape',
      values: { url: demoUrl, format: 'md', only_main_content: true },
    },
    file: 'article.md',
    image: 'recipe-article.webp',
    alt: 'The Markdown of the page',
  },
  {
    title: 'Product tour',
    text: 'A video of someone who uses the page: the pointer moves, points and clicks as `actions` say. More: [interacting with a page](interact.md).',
    call: {
      operation: 'screencast',
      values: {
        url: demoUrl,
        actions: [
          { action: 'scroll', to: 420 },
          { action: 'hover', selector: 'article:nth-of-type(1)' },
          { action: 'click', selector: 'article:nth-of-type(3)' },
        ],
        show_pointer: true,
        duration: 4,
        fps: 12,
        viewport_width: 640,
        viewport_height: 360,
      },
    },
    file: 'tour.mp4',
    image: 'recipe-tour.webp',
    alt: 'The page scrolls, and a pointer moves from one card to another',
  },
  {
    title: 'Archive of a page',
    text: 'An image, a PDF, the HTML and the Markdown of the same moment, from one load of the page and for one render. The response has the URLs of the files, which stay for 30 days here. More: [snapshot](snapshot.md).',
    call: {
      operation: 'snapshot',
      values: {
        url: demoUrl,
        outputs: ['full_page', 'pdf', 'html', 'markdown', 'metadata'],
        cache_ttl: 2_592_000,
      },
    },
    image: 'demo.webp',
    alt: 'The complete page, which is one of the files',
  },
]
