import type { AttributeValue, DynaliteDb, Item } from './dynalite.ts'

/** Part of a parsed expression: an operator with its operands, a path, or a value. */
export type Node = string[] | AttributeValue | Operator

export interface Operator {
  type: string
  args: Node[]
}

export const isOperator = (node: Node): node is Operator => 'args' in node && Array.isArray(node.args)
export const isPath = (node: Node): node is string[] => Array.isArray(node)

/** Returns whether an item fulfills a condition. dynalite decides it, except that maps and lists are equal if their members are. */
export const matches = (db: DynaliteDb, item: Item, node: Operator): boolean => {
  const [first, second] = node.args.map((arg) => () => matches(db, item, arg as Operator))
  switch (node.type) {
    case 'and':
      return first?.() === true && second?.() === true
    case 'or':
      return first?.() === true || second?.() === true
    case 'not':
      return first?.() === false
    case '=':
    case '<>':
    case 'in': {
      const [value, ...others] = node.args.map((arg) => (isPath(arg) ? db.mapPath(arg, item) : arg))
      if (!value || !('M' in value || 'L' in value)) break
      const isFound = others.some((other) => other && canonical(other) === canonical(value))
      return isFound === (node.type !== '<>')
    }
  }
  return db.matchesExprFilter(item, node)
}

const setTypes = ['SS', 'NS', 'BS']

/** Returns the same text for values that are equal: the order of attributes and of the elements of a set does not count. */
const canonical = (value: object): string =>
  JSON.stringify(value, (name, part) => {
    if (Array.isArray(part)) return setTypes.includes(name) ? part.toSorted() : part
    const isObject = typeof part === 'object' && part !== null
    return isObject ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part
  })
