import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { type PatternNode, toHyb } from '../../../scripts/generate/hyb.ts'
import { toDictionary } from '../../../scripts/generate/hyphenation.ts'

/** Reads a dictionary as Chromium does: `hyphenateFromCodes` of Minikin, without its limits for short parts. */
const createHyphenator = (file: Buffer) => {
  const at = (byte: number) => file.readUInt32LE(byte)
  const [alphabet, trie, patterns] = [at(8), at(12), at(16)]
  const codes = new Map<string, number>()
  for (let index = 0; index < at(alphabet + 4); index++) {
    const entry = at(alphabet + 8 + index * 4)
    codes.set(String.fromCodePoint(entry >>> 11), entry & 0x7ff)
  }
  const [charMask, linkShift, linkMask, patternShift] = [
    at(trie + 4),
    at(trie + 8),
    at(trie + 12),
    at(trie + 16),
  ]
  const entryAt = (index: number) => at(trie + 24 + index * 4)
  const levelsOf = (index: number) => {
    const entry = at(patterns + 16 + index * 4)
    const start = patterns + at(patterns + 8) + (entry & 0xfffff)
    return { levels: [...file.subarray(start, start + (entry >>> 26))], shift: (entry >>> 20) & 0x3f }
  }
  return (word: string): string => {
    const letters = [...word]
    const wordCodes = [0, ...letters.map((letter) => codes.get(letter)), 0]
    if (wordCodes.includes(undefined)) return word
    const out = new Array<number>(letters.length + 1).fill(0)
    const add = ({ levels, shift }: ReturnType<typeof levelsOf>, end: number) => {
      const offset = end - levels.length - shift
      for (const [place, level] of levels.entries())
        out[offset + place] = Math.max(out[offset + place] ?? 0, level)
    }
    const follow = (start: number) => {
      let node = 0
      for (const [index, code = 0] of wordCodes.slice(start).entries()) {
        const entry = entryAt(node + code)
        if ((entry & charMask) !== code) return
        node = (entry & linkMask) >>> linkShift
        add(levelsOf(entryAt(node) >>> patternShift), start + index + 1)
      }
    }
    for (let start = 0; start <= letters.length; start++) follow(start)
    return letters
      .map((letter, index) =>
        index > 1 && index < letters.length - 1 && (out[index] ?? 0) % 2 === 1 ? `-${letter}` : letter,
      )
      .join('')
  }
}

const load = createRequire(import.meta.url)

const words = {
  'en-us':
    'internationalization characteristically misunderstandings associate table philanthropic extraordinary project',
  fr: "anticonstitutionnellement développement l'ambassadeur intergouvernementalisation",
  ru: 'человеконенавистничество ответственность',
}

test.each(Object.entries(words))('%s is hyphenated as by the package of the patterns', (name, text) => {
  const hyphenate = createHyphenator(toDictionary(load(`hyphen/patterns/${name}.js`), ''))
  const { hyphenateSync } = load(`hyphen/${name}`)
  for (const word of text.split(' ')) expect(hyphenate(word)).toBe(hyphenateSync(word, { hyphenChar: '-' }))
})

test('exceptions override the patterns, and capitals are hyphenated as small letters', () => {
  const hyphenate = createHyphenator(toDictionary(load('hyphen/patterns/en-us.js'), ''))
  expect(['present', 'reciprocity', 'Associate'].map(hyphenate)).toEqual([
    'present',
    'reci-procity',
    'As-soc-iate',
  ])
})

test('further letters do not prevent a hyphen, and unknown ones do', () => {
  const source = [[[0, 1]], { a: { b: 0 } }] as Parameters<typeof toDictionary>[0]
  expect(createHyphenator(toDictionary(source, 'é'))('éabé')).toBe('éa-bé')
  expect(createHyphenator(toDictionary(source, ''))('éabé')).toBe('éabé')
})

test('patterns that do not fit are an error', () => {
  const leaves = Array.from({ length: 1100 }, (_, index): [string, PatternNode] => {
    const levels = [1, ...Array.from({ length: 12 }, (_unused, bit) => (index >> bit) & 1)]
    return [String.fromCodePoint(0x4e00 + index), { levels, edges: new Map() }]
  })
  const root = { edges: new Map(leaves) }
  root.edges.set('一', { edges: new Map(leaves) })
  expect(() => toHyb(root, new Set(root.edges.keys()))).toThrow('do not fit')
})
