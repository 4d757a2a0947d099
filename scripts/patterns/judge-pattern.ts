import { isSafe } from 'redos-detector'
import type { FoundPattern } from './find-patterns.ts'

/**
 * Whether matching takes time that is linear in the text, also where nothing matches. An unanchored pattern is tried at every
 * position, which alone makes `\s+$` quadratic.
 */
export const isLinear = ({ source, flags }: FoundPattern): boolean =>
  flags !== undefined &&
  (!repeats(source) || isSafe(new RegExp(toPlain(source, flags), flags.replace('y', ''))).safe)

/** The detector takes a second for long alternatives, which cannot be slow without a repetition. */
const repeats = (source: string) => /[*+{]/.test(source)

/** The detector knows no names of groups, and does not know that a sticky pattern is tried at one position alone. */
const toPlain = (source: string, flags: string): string => {
  const unnamed = source.replace(/\(\?<(?![=!])[^>]*>/g, '(')
  return flags.includes('y') ? `^(?:${unnamed})` : unnamed
}
