import type TurndownService from 'turndown'

type Rule = TurndownService.Rule

/** Indexes the rules by element name. Turndown tries every rule for every node, which doubles the time of a page. */
export const indexRules = ({ rules, options }: TurndownService) => {
  const byName = new Map<string, readonly Rule[]>()
  const candidatesOf = (name: string) => {
    const candidates = byName.get(name) ?? rules.array.filter(({ filter }) => concerns(filter, name))
    byName.set(name, candidates)
    return candidates
  }
  const unindexed = rules.forNode.bind(rules)
  rules.forNode = (node) => {
    if ('isBlank' in node && node.isBlank) return unindexed(node)
    const rule = candidatesOf(node.nodeName.toLowerCase()).find(
      ({ filter }) => typeof filter !== 'function' || filter(node, options),
    )
    return rule ?? unindexed(node)
  }
}

const concerns = (filter: Rule['filter'], name: string): boolean => {
  if (typeof filter === 'function') return true
  return typeof filter === 'string' ? filter === name : (filter as readonly string[]).includes(name)
}
