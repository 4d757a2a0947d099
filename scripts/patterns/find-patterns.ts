import { parseAst } from 'vitest/node'

/** A regular expression in source text. `flags` is undefined for one that is put together while the program runs. */
export interface FoundPattern {
  line: number
  /** As it is written: between the slashes, or the arguments of `RegExp`. */
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

/** Every regular expression of a TypeScript file. */
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
