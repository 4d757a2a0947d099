import { parseAst } from 'vitest/node'

/** A rule of the code that runs in pages: a threshold, a regular expression, or a condition of several. */
export interface Rule {
  id: number
  kind: 'threshold' | 'pattern' | 'condition'
  /** File and line. */
  place: string
  source: string
}

interface Node {
  type: string
  start: number
  end: number
  regex?: object
  value?: unknown
  operator?: string
  left?: Node
  right?: Node
  name?: string
  declarations?: { id: Node; init: Node | null }[]
  body?: Node[]
  declaration?: Node | null
  computed?: boolean
  shorthand?: boolean
}

/** The function that instrumented code calls with the number of a rule, its value, and the value that disables it. */
export const ruleFunction = 'stillframeRule'

/** Matches nothing. */
const never = '/(?!)/'

/**
 * Returns code whose rules are calls of `ruleFunction`, and these rules. Disabled, a threshold is 0, a pattern matches nothing, and a
 * condition decides nothing: it is true in a conjunction, and false in an alternative.
 */
export const instrument = (file: string, code: string, firstId: number): { code: string; rules: Rule[] } => {
  const rules: Rule[] = []
  const insertions: Insertion[] = []
  const ids = new Map<Node, number>()
  const wrap: Wrap = (kind, node, disabled, defined = node) => {
    const id = ids.get(defined) ?? firstId + rules.length
    if (!ids.has(defined)) {
      ids.set(defined, id)
      const place = `${file}:${code.slice(0, defined.start).split('\n').length}`
      rules.push({ id, kind, place, source: code.slice(defined.start, defined.end) })
    }
    const length = node.end - node.start
    insertions.push({ at: node.start, text: `${ruleFunction}(${id}, () => (`, length, isEnd: false })
    insertions.push({ at: node.end, text: `), ${disabled})`, length, isEnd: true })
  }
  const program = parseAst(code, { lang: 'ts' }) as unknown as Node
  visit(program, findRules(constantsOf(program), wrap))
  return { code: insert(code, insertions), rules }
}

/** @param defined where the rule is defined; all of its uses are one rule */
type Wrap = (kind: Rule['kind'], node: Node, disabled: string, defined?: Node) => void

const findRules = (constants: Map<string, Node>, wrap: Wrap) => {
  const defined = new Set(constants.values())
  return (node: Node, isReference: boolean) => {
    wrapExpression(node, wrap)
    if (node.regex && !defined.has(node)) wrap('pattern', node, never)
    const constant = isReference ? constants.get(node.name ?? '') : undefined
    if (constant?.regex) wrap('pattern', node, never, constant)
    else if (constant) wrap('threshold', node, '0', constant)
  }
}

const wrapExpression = (node: Node, wrap: Wrap) => {
  for (const side of conditionsOf(node)) wrap('condition', side, node.operator === '&&' ? 'true' : 'false')
  for (const side of comparedIn(node)) wrap('threshold', side, '0', node)
}

const sidesOf = ({ left, right }: Node): Node[] => (left && right ? [left, right] : [])

const conditionsOf = (node: Node): Node[] =>
  node.type === 'LogicalExpression' && node.operator !== '??'
    ? sidesOf(node).filter((side) => side.type !== 'LogicalExpression' && !waits(side))
    : []

const comparedIn = (node: Node): Node[] =>
  node.type === 'BinaryExpression' && /[<>]/.test(node.operator ?? '')
    ? sidesOf(node).filter(isThreshold)
    : []

const isThreshold = (node: Node): boolean =>
  typeof node.value === 'number' && node.value !== 0 && node.value !== 1

/** The numbers and patterns that only this module uses, by name. */
const constantsOf = (program: Node): Map<string, Node> =>
  new Map(
    (program.body ?? []).flatMap(({ type, declarations = [] }) =>
      type === 'VariableDeclaration'
        ? declarations.flatMap(({ id, init }): [string, Node][] =>
            init && id.name && (isThreshold(init) || init.regex) ? [[id.name, init]] : [],
          )
        : [],
    ),
  )

/** Whether a part of the expression must stay in its function. */
const waits = (node: unknown): boolean =>
  typeof node === 'object' &&
  node !== null &&
  (('type' in node && /^(Await|Yield)Expression$/.test(String(node.type))) || Object.values(node).some(waits))

/** Visits each node of a tree, with whether it stands for a value. */
const visit = (node: Node, work: (node: Node, isReference: boolean) => void, isReference = false): void => {
  if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return
  work(node, isReference)
  for (const [member, child] of Object.entries(node))
    for (const inner of [child].flat())
      if (typeof inner === 'object' && inner !== null && 'type' in inner)
        visit(inner, work, !isName(node, member))
}

const isName = ({ type, computed, shorthand }: Node, member: string): boolean =>
  member === 'params' ||
  member === 'id' ||
  (type === 'MemberExpression' && member === 'property' && !computed) ||
  (type === 'Property' && ((member === 'key' && !computed) || shorthand === true)) ||
  /Specifier$|Pattern$/.test(type)

interface Insertion {
  at: number
  text: string
  /** Of the text that it is around. */
  length: number
  isEnd: boolean
}

const insert = (code: string, insertions: Insertion[]): string => {
  // At one position, ends come before beginnings, inner ends before outer ones, and outer beginnings before inner ones.
  const sorted = insertions.toSorted(
    (one, other) =>
      one.at - other.at ||
      Number(other.isEnd) - Number(one.isEnd) ||
      (one.isEnd ? one.length - other.length : other.length - one.length),
  )
  const starts = [0, ...sorted.map(({ at }) => at)]
  return starts
    .map((from, index) => (sorted[index - 1]?.text ?? '') + code.slice(from, starts[index + 1]))
    .join('')
}
