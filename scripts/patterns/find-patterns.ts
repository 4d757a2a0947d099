import { isSafe } from 'redos-detector'
import { parseAst } from 'vitest/node'

/** A regular expression in source text. `flags` is undefined if it is built at run time. */
interface FoundPattern {
  line: number
  /** The text between the slashes, or the arguments of `RegExp`. */
  source: string
  flags: string | undefined
}

interface Node {
  type: string
  start: number
  end: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
  arguments?: Node[]
}

/** Returns every regular expression of a TypeScript file. */
export const findPatterns = (code: string): FoundPattern[] =>
  nodesOf(parseAst(code, { lang: 'ts' }) as unknown as Node).flatMap((node): FoundPattern[] => {
    const line = code.slice(0, node.start).split('\n').length
    if (node.regex) return [{ line, source: node.regex.pattern, flags: node.regex.flags }]
    if (node.callee?.name !== 'RegExp') return []
    const [first, last] = [node.arguments?.at(0), node.arguments?.at(-1)]
    return [{ line, source: code.slice(first?.start, last?.end), flags: undefined }]
  })

const nodesOf = (root: unknown): Node[] => {
  if (Array.isArray(root)) return root.flatMap(nodesOf)
  if (typeof root !== 'object' || root === null) return []
  const inner = Object.values(root).flatMap(nodesOf)
  return 'type' in root && typeof root.type === 'string' ? [root as Node, ...inner] : inner
}

/**
 * Returns whether matching takes linear time, even without a match. An unanchored pattern is tried at every position, which alone makes
 * `\s+$` quadratic.
 */
export const isLinear = ({ source, flags }: FoundPattern): boolean =>
  flags !== undefined &&
  (!repeats(source) || isSafe(new RegExp(toPlain(source, flags), flags.replace('y', ''))).safe)

/** The detector takes a second for long alternatives, which cannot be slow without a repetition. */
const repeats = (source: string) => /[*+{]/.test(source)

/** The detector does not support named groups, and does not know that a sticky pattern is tried at one position only. */
const toPlain = (source: string, flags: string): string => {
  const unnamed = source.replace(/\(\?<(?![=!])[^>]*>/g, '(')
  return flags.includes('y') ? `^(?:${unnamed})` : unnamed
}
