const cssRule = /^([^#]*)#(@?)\$#(.+?)\s*\{\s*(.+?)\s*\}\s*$/

/**
 * AdGuard writes a CSS rule as `host#$#selector { declarations }`; the engine reads `host##selector:style(declarations)`.
 * About 3,000 rules of the cookie list are of this kind: they give the page its scroll bar back.
 */
export const toStyleRules = (list: string): string =>
  list
    .split('\n')
    .map((line) => {
      const [, hosts, exception, selector, declarations] = cssRule.exec(line) ?? []
      if (selector === undefined || selector.startsWith('@media')) return line
      return `${hosts}#${exception}#${selector.trim()}:style(${declarations})`
    })
    .join('\n')
