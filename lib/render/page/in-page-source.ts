import { walkElements, walkMatches } from '../in-page/elements-in.ts'
import { checkElement, checkNamespace, checkShadowRoot, checkText } from '../in-page/node-kinds.ts'
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

/** Names under which functions of `in-page/` keep something in their world, without their common beginning. */
export const memoryNames =
  'Anchored Bars Changes Colors EarlierLooks Finish Fixed FontFaces Front HasFrame Heights Hidden Kept Layout Leaving Left Link Lower Mask Now PaperScrollers Pointer Scrape Scroller Seen Sideways Spread SpreadRules Target Top Unseen Video Work'.split(
    ' ',
  )

/** An element with such an id would be a global of the world as well. A variable comes before it. */
const reserveNames = (names: readonly string[]) => {
  for (const name of names)
    if (!Object.hasOwn(globalThis, `stillframe${name}`))
      Reflect.set(globalThis, `stillframe${name}`, undefined)
}

/** Statements that run before the source of a function of `in-page/`, in the scope that defines it. */
export const inPagePrelude = [
  nameHelper === undefined ? '' : `const ${nameHelper} = (target) => target;`,
  `(${reserveNames})(${JSON.stringify(memoryNames)});`,
  `const unclobbered = ${readUnclobbered};`,
  `const isElement = ${checkElement};`,
  `const isText = ${checkText};`,
  `const isShadowRoot = ${checkShadowRoot};`,
  `const isHtml = (${checkNamespace})('http://www.w3.org/1999/xhtml');`,
  `const isSvg = (${checkNamespace})('http://www.w3.org/2000/svg');`,
  `const elementsIn = ${walkElements};`,
  `const matchesOf = ${walkMatches};`,
].join(' ')
