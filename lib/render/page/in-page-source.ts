import { readUnclobbered } from '../in-page/unclobbered.ts'

const probe = () => {
  const nested = () => 0
  return nested
}

/**
 * Bundlers that keep names wrap nested functions in a helper, which no page has: esbuild calls it `__name`, or, when it
 * minifies, something that only a function it has wrapped can tell. Undefined where nothing is wrapped.
 */
const nameHelper = /([\w$]+)\(\(\)\s*=>/.exec(probe.toString())?.[1]

/** Statements to run before the source of a function of `in-page/`, in the scope that it is defined in. */
export const inPagePrelude = [
  nameHelper === undefined ? '' : `const ${nameHelper} = (target) => target;`,
  `const unclobbered = ${readUnclobbered};`,
].join(' ')
