import { limitsMs } from '../../lib/core/plan/budgets.ts'
import type { Lack } from '../../lib/render/in-page/facts.ts'
import { readyWaits } from '../../lib/render/page/ready.ts'

const { ready, scroll, capture, consent, element, page } = limitsMs

const awaited: Record<Lack, string> = {
  styles: 'style sheets that apply, and scripts with `blocking="render"`',
  imports: 'style sheets that others import',
  progress: 'the end of a loading screen, or of an empty window. The other waits then begin',
  fonts: 'fonts that the page uses',
  images: '`<img>` in view, or on the whole page',
  frames: 'frames, objects and embeds in view, or on the whole page',
  first_frame: 'the first frame of the page',
  style_images: 'images of styles, SVG, inputs and posters in view, or on the whole page',
}

/** What is awaited, when that begins, for how many ms, and its name in `waitsExpired`. */
type Row = readonly [awaited: string, begins: string, capMs: number, report: string | null]

const pageRows: readonly Row[] = [
  ...readyWaits().map(
    ({ name, stage, capMs, report }): Row => [
      awaited[name],
      stage === 0 ? 'after the steps' : 'then',
      capMs,
      report,
    ],
  ),
  [
    'the answer to a consent dialog, or the end of the search for one',
    'after the steps',
    consent.all,
    'consent',
  ],
  ['the first image of videos in view', 'last', ready.videos, 'videos'],
  [
    'animations and transitions that are scheduled by then and end in this time; otherwise `incomplete` says so',
    'last',
    ready.entrances,
    null,
  ],
  ['a frame that shows all of that', 'last', page.frame, 'frame'],
]

const captureRows: readonly Row[] = [
  ['lazy frames of a full page or a PDF', 'before the capture', ready.frames, 'lazy'],
  ['lazy images of a full page', 'before the capture', ready.lazyImages, 'images'],
  ['lazy images of a PDF', 'before the print', ready.paperImages, 'images'],
  ['fonts of `header_template` and `footer_template`', 'before the print', ready.templateFonts, 'fonts'],
  ['images in view with the element of `selector`', 'before the capture', element.images, 'images'],
  [
    'a page at rest (`full_page_scroll`); otherwise `incomplete` says so',
    'after scrolling',
    scroll.still,
    null,
  ],
  [
    'the end of animations in frames (`animations=finish`)',
    'before the capture',
    page.otherProcess,
    'animations',
  ],
  ['two equal captures (`stable`)', 'while capturing', capture.stable, 'stable'],
]

const toTable = (rows: readonly Row[]) =>
  [
    '| Awaited | Begins | At most | `waitsExpired` |',
    '|---|---|---|---|',
    ...rows.map(
      ([what, begins, capMs, report]) =>
        `| ${what} | ${begins} | ${capMs / 1000} s | ${report === null ? 'nothing' : `\`${report}\``} |`,
    ),
  ].join('\n')

/** Returns the page about everything that a render waits for. */
export const generateWaitsPage = (): string => `# What a render waits for

<!-- Generated from lib/render/page/ready.ts and lib/core/plan/budgets.ts by scripts/generate/reference.ts. -->

What a page loads is awaited when the page has reached \`wait_until\` and the steps have been performed. A page is *ready* when it has all
of it. A page that is ready does not wait. What does not arrive in time fails nothing, and \`waitsExpired\` in
\`X-Service-Metadata-Report\` names it. [When the page is ready](../concepts/screenshots.md#when-the-page-is-ready) describes the steps.

## Until the page is ready

Waits that begin together run at the same time, and all of them end within ${ready.all / 1000} s. The text of a page needs neither fonts nor
images of styles.

${toTable(pageRows)}

\`waitsExpired\` also contains \`fonts\`, \`styles\` or \`scripts\` if one that is not awaited is still loading.

## Before a capture

Something is *at rest* when several readings of it in a row are equal: the boxes, styles and text of a page, or the pixels of a capture.

${toTable(captureRows)}
`
