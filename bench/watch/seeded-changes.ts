import { createRandom } from '../../test/support/random.ts'
import { prose } from './watched-pages.ts'

interface SeededChange {
  kind: 'word' | 'price' | 'row of pixels'
  /** For the table of results. */
  what: string
  html(isAfter: boolean): string
  /** The part of the page that has the change. */
  selector: string
}

const seed = 15

const changesMax = 20

const kinds = ['word', 'price', 'row of pixels'] as const

const wordPairs: [string, string][] = [
  ['brown', 'black'],
  ['small', 'large'],
  ['open', 'closed'],
  ['yes', 'no'],
  ['Monday', 'Sunday'],
]

const toPage = (content: (index: number) => string) =>
  `<!doctype html><meta charset="utf-8"><style>body { margin: 0; font: 16px/1.5 sans-serif; color: #222 } main { padding: 24px; columns: 3 } p { margin: 0 0 12px; break-inside: avoid } b { font-size: 18px } i { display: block; height: 1px; width: 120px }</style><main>${Array.from({ length: 12 }, (_, index) => `<p id="p${index}">${content(index)}</p>`).join('')}</main>`

const strip = (html: string) => html.replaceAll('<b>', '').replaceAll('</b>', '')

/** Twenty pages with one small change each, always the same. */
export const seededChanges: readonly SeededChange[] = (() => {
  const random = createRandom(seed)
  return Array.from({ length: changesMax }, (_, index): SeededChange => {
    const kind = kinds[index % kinds.length] ?? 'word'
    const place = Math.floor(random(12))
    const digits = [Math.floor(random(89)) + 10, Math.floor(random(89)) + 10]
    const [from = 0, to = 0] = digits[0] === digits[1] ? [digits[0], 100 - (digits[0] ?? 0)] : digits
    const texts: Record<SeededChange['kind'], [string, string]> = {
      word: wordPairs[Math.floor(index / kinds.length) % wordPairs.length] ?? ['', ''],
      price: [`<b>${from}.99 EUR</b>`, `<b>${to}.99 EUR</b>`],
      'row of pixels': ['<i style="background:#fff"></i>', '<i style="background:#222"></i>'],
    }
    const [before, after] = texts[kind]
    return {
      kind,
      what: kind === 'row of pixels' ? '120 x 1 pixels' : `${strip(before)} > ${strip(after)}`,
      selector: `#p${place}`,
      html(isAfter) {
        const changed = isAfter ? after : before
        return toPage((at) =>
          [prose(at, 22), ...(at === place ? [changed] : []), prose(at + 5, 18)].join(' '),
        )
      },
    }
  })
})()
