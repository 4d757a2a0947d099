import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { type PatternNode, toHyb } from './hyb.ts'

/** Names of the dictionaries, as Chromium asks for them, and letters of the language that are in none of its patterns. */
const languages: Readonly<Record<string, string>> = {
  cs: 'qw',
  da: 'éü',
  'de-1996': '',
  'en-gb': '',
  'en-us': '',
  es: 'ü',
  fi: 'cfqwxzåšž',
  fr: 'ùüÿæñ',
  it: 'àèéìíîòóùú',
  nl: '',
  pl: 'qvx',
  pt: 'kwyàü',
  ru: '',
  sv: 'éèàü',
  tr: 'qwx',
  uk: 'ґ',
}

/** Raise this number if the recipe changes, to rebuild existing files. */
const recipe = 1

/**
 * Makes `outDir/hyphen-data`: the dictionaries that Chromium reads for `hyphens: auto`, from the patterns of TeX, and their license. Does
 * nothing if it exists.
 */
export const generateHyphenation = async (outDir: string): Promise<void> => {
  const manifest = findPackageJSON('hyphen', import.meta.url)
  if (manifest === undefined) throw new Error('The package hyphen is not installed.')
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  const target = join(outDir, 'hyphen-data')
  const stamp = JSON.stringify({ recipe, version, languages })
  if ((await readFile(join(target, 'stamp.txt'), 'utf8').catch(() => '')) === stamp) return
  const partial = `${target}.partial-${process.pid}`
  await mkdir(partial, { recursive: true })
  const load = createRequire(manifest)
  for (const [name, further] of Object.entries(languages)) {
    const dictionary = toDictionary(load(`./patterns/${name}.js`), further)
    await writeFile(join(partial, `hyph-${name}.hyb`), dictionary)
  }
  await cp(join(dirname(manifest), 'LICENSE'), join(partial, 'LICENSE'))
  await writeFile(join(partial, 'stamp.txt'), stamp)
  await rm(target, { recursive: true, force: true })
  await rename(partial, target)
}

/** How the package stores a trie: a leaf is the index of its levels, and a node with a pattern is a pair. */
type Source = number | [edges: SourceEdges, levels: number] | SourceEdges

interface SourceEdges {
  [letter: string]: Source
}

export type SourceFile = [levels: number[][], trie: SourceEdges, exceptions?: Record<string, number[]>]

export const toDictionary = ([levels, trie, exceptions = {}]: SourceFile, further: string): Buffer => {
  const letters = new Set(further)
  const root = toNode(trie, '', levels, letters)
  for (const [word, places] of Object.entries(exceptions)) addException(root, word, places)
  return toHyb(root, letters)
}

const toNode = (
  source: Source,
  pattern: string,
  levels: readonly number[][],
  letters: Set<string>,
): PatternNode => {
  const [edges, index] = readNode(source)
  const node: PatternNode = { edges: new Map() }
  if (index !== undefined) node.levels = alignLevels(levels[index] ?? [], pattern)
  for (const [letter, next] of Object.entries(edges)) {
    letters.add(letter)
    node.edges.set(letter, toNode(next, pattern + letter, levels, letters))
  }
  return node
}

const readNode = (source: Source): [edges: SourceEdges, levels?: number] => {
  if (Array.isArray(source)) return source
  return typeof source === 'number' ? [{}, source] : [source]
}

/** The package omits the place before the start of a word, and zeros at the end. */
const alignLevels = (levels: readonly number[], pattern: string): number[] => {
  const all = pattern.startsWith('.') ? [0, ...levels] : [...levels]
  return [...all, ...new Array<number>(pattern.length + 1 - all.length).fill(0)]
}

/** Higher than all levels of patterns. Odd levels allow a hyphen. */
const exceptionLevels = { forbidden: 10, allowed: 11 }

/** @param places the numbers of letters after which the word may be hyphenated */
const addException = (root: PatternNode, word: string, places: readonly number[]) => {
  const { forbidden, allowed } = exceptionLevels
  const levels = Array.from({ length: word.length + 3 }, (_, at) => {
    const letters = at - 1
    if (letters < 1 || letters >= word.length) return 0
    return places.includes(letters) ? allowed : forbidden
  })
  let node = root
  for (const letter of `.${word}.`) {
    const next: PatternNode = node.edges.get(letter) ?? { edges: new Map() }
    node.edges.set(letter, next)
    node = next
  }
  node.levels = levels
}
