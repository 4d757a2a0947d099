import { expect } from 'vitest'
import { type DecodedImage, isNear } from '../render/image.ts'

export const cards = (count: number, kinds: readonly string[]): string =>
  Array.from({ length: count }, (_, i) => `<div class="card ${kinds[i % kinds.length]}"></div>`).join('')

/** Cards of 180 px, 20 px apart. */
export const styles = `<!doctype html><style>body { margin: 0; overflow-x: hidden } .card { height: 180px; margin-bottom: 20px; background: lime }
  .fade { opacity: 0; transform: translateY(80px); transition: 0.2s } .cut { clip-path: inset(0 100% 0 0) } .off { visibility: hidden }
  .side { opacity: 0; transform: translateX(-100px) } .wide { width: 0; transition: width 0.2s }
  .ink { position: relative; background: none } .ink::before { content: ''; position: absolute; inset: 0; background: lime; transform: scaleX(0) }
  .card.on { opacity: 1; transform: none; clip-path: none; visibility: visible; width: auto } .ink.on::before { transform: none }
  .timed { animation: show linear both; animation-timeline: view(); animation-range: entry } @keyframes show { from { opacity: 0 } }</style>`

/** Cards disappear again when they leave the window. */
export const toggling = `<script>
  const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => target.classList.toggle('on', isIntersecting)))
  document.querySelectorAll('.card:not(.timed)').forEach((card) => observer.observe(card))
</script>`

export type Color = [number, number, number]
const lime: Color = [0, 255, 0]
export const white: Color = [255, 255, 255]

/** Fails unless cards of one of these colors begin at each of these rows, and are followed by a white gap. */
export const expectCards = (
  image: DecodedImage,
  tops: readonly number[],
  colors: readonly Color[] = [lime],
): void => {
  const isOne = (x: number, y: number, wanted: readonly Color[]) =>
    wanted.some((color) => isNear(image.at(x, y), color))
  for (const top of tops) {
    for (const y of [top + 2, top + 60, top + 120, top + 177])
      for (const x of [5, 290]) expect(isOne(x, y, colors), `${x},${y} is ${image.at(x, y)}`).toBe(true)
    expect(isOne(150, top + 190, [white]), `${top + 190} is ${image.at(150, top + 190)}`).toBe(true)
  }
}

export const tops = (count: number, first = 0): number[] =>
  Array.from({ length: count }, (_, index) => first + index * 200)
