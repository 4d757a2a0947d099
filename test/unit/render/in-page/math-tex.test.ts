import { expect, test } from 'vitest'
import { toTex } from '../../../../lib/render/in-page/scrape/math-tex.ts'

const node = (localName: string, textContent: string, children: Element[] = []) =>
  ({ localName, textContent, children }) as unknown as Element

test.each([
  ['mover', [node('mo', '^')], '\\hat{', '}'],
  ['munder', [node('mo', '_')], '\\underline{', '}'],
  ['munderover', [node('mi', 'a'), node('mi', 'b')], '\\overset{b}{\\underset{a}{', '}}'],
])('each level of nested %s is converted once', (name, marks, begin, end) => {
  let conversions = 0
  const nested = (levels: number): Element =>
    levels === 0
      ? node('mi', 'x')
      : Object.defineProperty(node(name, ''), 'children', {
          get() {
            conversions++
            return [nested(levels - 1), ...marks]
          },
        })
  expect(toTex(nested(10))).toBe(`${begin.repeat(10)}x${end.repeat(10)}`)
  expect(conversions).toBe(10)
})

test.each([
  ['mover', [node('mi', 'b')], '\\lim^b'],
  ['munder', [node('mi', 'a')], '\\lim_a'],
  ['munderover', [node('mi', 'a'), node('mi', 'bc')], '\\lim_a^{\\mathrm{bc}}'],
])('%s sets the limits of an operator', (name, marks, expected) => {
  expect(toTex(node(name, '', [node('mo', 'lim'), ...marks]))).toBe(expected)
})
