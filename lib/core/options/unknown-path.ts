import { nearestName } from './nearest-name.ts'

/** Returns the message for a path that no operation has. It names the nearest known path and never repeats the unknown one. */
export const describeUnknownPath = (path: string, known: Iterable<string>): string => {
  const paths = [...new Set(known)]
  const nearest = nearestName(path, paths)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `Nothing exists at this path.${hint} The service has ${paths.join(', ')}. The documentation is at /docs.`
}
