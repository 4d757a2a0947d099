/** What becomes of an element and its content, by the name of the element. */
export type Rules = Record<string, (content: string, element: Element) => string>

/** One rule for several names, which are separated by spaces. */
export const perName = (names: string, rule: Rules[string]): Rules =>
  Object.fromEntries(names.split(' ').map((name) => [name, rule]))
