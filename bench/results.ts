import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const pathOf = (name: string) => join(import.meta.dirname, 'results', `${name}.json`)

const columns = 140

/** Returns JSON in which whatever fits in a line is in one. */
export const toCompactJson = (value: unknown, indent = ''): string => {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + line.length <= columns) return line
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(
      ([name, member]) =>
        `${inner}${isList ? '' : `${JSON.stringify(name)}: `}${toCompactJson(member, inner)}`,
    )
  return [isList ? '[' : '{', members.join(',\n'), indent + (isList ? ']' : '}')].join('\n')
}

export const readResults = async <Results>(name: string): Promise<Results> =>
  JSON.parse(await readFile(pathOf(name), 'utf8'))

/** Replaces the recorded summary of a benchmark. */
export const writeResults = async (name: string, results: object): Promise<void> => {
  await writeFile(pathOf(name), `${toCompactJson(results)}\n`)
  process.stdout.write(`written to bench/results/${name}.json\n`)
}
