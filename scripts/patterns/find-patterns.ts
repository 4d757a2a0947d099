import { parseAst } from 'vitest/node'

/** A regular expression in source text. `flags` is undefined if it is built at run time. */
export interface FoundPattern {
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
