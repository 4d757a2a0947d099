import { walkElements, walkMatches } from '../in-page/elements-in.ts'
import { checkElement, checkHtml, checkShadowRoot, checkText } from '../in-page/node-kinds.ts'
import { readUnclobbered } from '../in-page/unclobbered.ts'

const probe = () => {
  const nested = () => 0
  return nested
}

/**
 * Bundlers that keep names wrap nested functions in a helper, which pages do not have. esbuild calls it `__name`, or by a short name
 * when it minifies, which only a wrapped function shows. Undefined if nothing is wrapped.
 */
const nameHelper = /([\w$]+)\(\(\)\s*=>/.exec(probe.toString())?.[1]

/** Statements that run before the source of a function of `in-page/`, in the scope that defines it. */
export const inPagePrelude = [
  nameHelper === undefined ? '' : `const ${nameHelper} = (target) => target;`,
  `const unclobbered = ${readUnclobbered};`,
  `const isElement = ${checkElement};`,
  `const isText = ${checkText};`,
  `const isShadowRoot = ${checkShadowRoot};`,
  `const isHtml = ${checkHtml};`,
  `const elementsIn = ${walkElements};`,
  `const matchesOf = ${walkMatches};`,
].join(' ')
