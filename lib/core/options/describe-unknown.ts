import { nameShownMax, printable } from '../../base/printable.ts'
import type { Operation } from '../../schema/operations.ts'
import { nearestName, toPlainName } from './nearest-name.ts'
import { parameterSynonyms } from './parameter-synonyms.ts'

/** Returns one line that says that an operation has no such parameter, with the one that was probably meant. */
export const describeUnknown = (
  name: string,
  { methods, path, input }: Pick<Operation, 'methods' | 'path' | 'input'>,
): string => {
  const meant = meantBy(name, Object.keys(input.shape))
  const hint = meant === undefined ? '' : ` Did you mean \`${meant}\`?`
  const operation = methods.length === 1 ? `${methods[0]} ${path}` : path
  return `\`${printable(name, nameShownMax)}\` is not a parameter of ${operation}.${hint}`
}

const meantBy = (name: string, known: readonly string[]): string | undefined => {
  const synonyms = parameterSynonyms.get(toPlainName(name.slice(0, 64))) ?? []
  return synonyms.find((synonym) => known.includes(synonym)) ?? nearestName(name, known)
}

/** Returns the message for a path that no operation has. It names the nearest known path and never repeats the unknown one. */
export const describeUnknownPath = (path: string, known: Iterable<string>): string => {
  const paths = [...new Set(known)]
  const nearest = nearestName(path, paths)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `Nothing exists at this path.${hint} The service has ${paths.join(', ')}. The documentation is at /docs.`
}
