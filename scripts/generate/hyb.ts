/**
 * A node of a trie of hyphenation patterns. `levels` are the values between the letters of the pattern that ends here, from before its
 * first letter to after its last one.
 */
export interface PatternNode {
  levels?: readonly number[]
  edges: Map<string, PatternNode>
}

/** The code of the start and the end of a word. */
const boundary = '.'

/**
 * Returns a dictionary in the format that Chromium reads: hyb, of Android's text library Minikin. Three sections, each an array of 32-bit
 * integers in little-endian order: the codes of the letters, the trie, and the levels of the patterns.
 */
export const toHyb = (root: PatternNode, letters: ReadonlySet<string>): Buffer => {
  const codes = codeLetters(letters)
  const nodes = packNodes(shareNodes(root), codes)
  const patterns = new Patterns()
  const trie = writeTrie(nodes, codes, patterns)
  return joinSections(writeAlphabet(codes), trie, patterns.write())
}

const magic = 0x62ad7968

const joinSections = (...sections: Buffer[]): Buffer => {
  const headerBytes = 24
  const offsets = [headerBytes]
  for (const section of sections) offsets.push((offsets.at(-1) ?? 0) + section.length)
  return Buffer.concat([toBytes([magic, 0, ...offsets]), ...sections])
}

const toBytes = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

/** An upper-case letter has the code of its lower-case letter. Words with other characters are not hyphenated. */
const codeLetters = (letters: ReadonlySet<string>): Map<string, number> =>
  new Map([
    [boundary, 0],
    ...[...letters]
      .filter((letter) => letter !== boundary)
      .sort()
      .map((letter, index): [string, number] => [letter, index + 1]),
  ])

const capitalsOf = (letter: string): string[] => {
  const capital = letter === 'ß' ? 'ẞ' : letter.toUpperCase()
  // A typographic apostrophe is an apostrophe.
  return letter === "'" ? ['’'] : [capital].filter((other) => other !== letter && other.length === 1)
}

const codeBits = 11

const writeAlphabet = (codes: ReadonlyMap<string, number>): Buffer => {
  const entries = [...codes]
    .filter(([letter]) => letter !== boundary)
    .flatMap(([letter, code]) => [letter, ...capitalsOf(letter)].map((form) => entryOf(form, code)))
    .sort((one, other) => one - other)
  return toBytes([1, entries.length, ...entries])
}

const entryOf = (letter: string, code: number) => (letter.charCodeAt(0) << codeBits) | code

/** A node of the trie after nodes with equal subtrees have become one. */
interface SharedNode {
  levels: readonly number[]
  edges: [letter: string, node: SharedNode][]
  /** Its place in the array of the trie. */
  at: number
}

const shareNodes = (root: PatternNode): SharedNode[] => {
  const shared = new Map<string, SharedNode>()
  const ids = new Map<SharedNode, number>()
  const share = ({ levels = [], edges }: PatternNode): SharedNode => {
    const targets = [...edges].map(([letter, node]): [string, SharedNode] => [letter, share(node)])
    const key = JSON.stringify([trimStart(levels), targets.map(([letter, node]) => [letter, ids.get(node)])])
    const known = shared.get(key)
    if (known) return known
    const node = { levels: trimStart(levels), edges: targets, at: 0 }
    shared.set(key, node)
    ids.set(node, ids.size)
    return node
  }
  const first = share(root)
  return [first, ...[...shared.values()].filter((node) => node !== first)]
}

/** Levels are aligned with the end of the pattern, so zeros in front of them mean nothing. */
const trimStart = (levels: readonly number[]) => {
  const start = levels.findIndex((level) => level !== 0)
  return start === -1 ? [] : levels.slice(start)
}

/**
 * Places the nodes in one array. An edge is at the node's place plus the code of its letter, and no two edges share a place (F. M. Liang,
 * Word Hy-phen-a-tion by Com-put-er, 1983). The first node comes first.
 */
const packNodes = (nodes: SharedNode[], codes: ReadonlyMap<string, number>): SharedNode[] => {
  const nodePlaces: (true | undefined)[] = []
  const edgePlaces: (true | undefined)[] = []
  let lowest = 0
  // Places only fill up, so a node with the same edges as an earlier one has none before it.
  const searched = new Map<string, number>()
  const [root, ...others] = nodes
  const ordered = [
    ...(root ? [root] : []),
    ...others.sort((one, other) => other.edges.length - one.edges.length),
  ]
  for (const node of ordered) {
    const offsets = node.edges.map(([letter]) => codes.get(letter) ?? 0).sort((one, other) => one - other)
    while (edgePlaces[lowest]) lowest++
    const isFree = (at: number) => !nodePlaces[at] && offsets.every((offset) => !edgePlaces[at + offset])
    const shape = offsets.join()
    node.at = Math.max(searched.get(shape) ?? 0, lowest - (offsets[0] ?? 0))
    while (!isFree(node.at)) node.at++
    searched.set(shape, node.at)
    nodePlaces[node.at] = true
    for (const offset of offsets) edgePlaces[node.at + offset] = true
  }
  return ordered
}

const bitsOf = (value: number) => Math.ceil(Math.log2(value + 1))

const writeTrie = (nodes: SharedNode[], codes: ReadonlyMap<string, number>, patterns: Patterns): Buffer => {
  const size = Math.max(...nodes.map(({ at }) => at)) + codes.size
  const linkShift = bitsOf(codes.size - 1)
  const patternShift = linkShift + bitsOf(size - 1)
  const entries = new Array<number>(size).fill(0)
  for (const { levels, edges, at } of nodes) {
    entries[at] = ((entries[at] ?? 0) | (patterns.add(levels) << patternShift)) >>> 0
    for (const [letter, target] of edges) {
      const code = codes.get(letter) ?? 0
      entries[at + code] = ((entries[at + code] ?? 0) | (target.at << linkShift) | code) >>> 0
    }
  }
  if (patternShift + bitsOf(patterns.count - 1) > 32) throw new Error('The patterns do not fit into 32 bits.')
  const linkMask = 2 ** patternShift - 2 ** linkShift
  return toBytes([0, 2 ** linkShift - 1, linkShift, linkMask, patternShift, size, ...entries])
}

/** The different levels of all patterns. The first one belongs to nodes without a pattern. */
class Patterns {
  readonly #entries = [0]
  readonly #indexes = new Map([['', 0]])
  readonly #bytes: number[] = []
  readonly #offsets = new Map<string, number>()

  get count() {
    return this.#entries.length
  }

  add(levels: readonly number[]): number {
    const key = levels.join()
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    const length = levels.findLastIndex((level) => level !== 0) + 1
    const offset = this.#place(levels.slice(0, length))
    const index = this.#entries.push(((length << 26) | ((levels.length - length) << 20) | offset) >>> 0) - 1
    this.#indexes.set(key, index)
    return index
  }

  #place(levels: readonly number[]): number {
    const key = levels.join()
    const offset = this.#offsets.get(key) ?? this.#bytes.push(...levels) - levels.length
    this.#offsets.set(key, offset)
    return offset
  }

  write(): Buffer {
    const head = [0, this.count, 16 + 4 * this.count, this.#bytes.length]
    return Buffer.concat([toBytes([...head, ...this.#entries]), Buffer.from(this.#bytes)])
  }
}
