import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Static and lazy imports and re-exports, those of types included. */
const importPattern = /\bfrom '(\.[^']+)'|\bimport\(?\s?'(\.[^']+)'/g

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map(([, fixed, other]) =>
    join(dirname(file), fixed ?? other ?? ''),
  )

const graph = new Map(
  globSync(['{functions,lib}/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: root }).map((file) => [
    file,
    importsOf(file),
  ]),
)

/** Returns the files of the first cycle in the graph, or undefined. */
const findCycle = (imports: ReadonlyMap<string, readonly string[]>): string[] | undefined => {
  const finished = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finished.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...path, file])
      if (cycle) return cycle
    }
    finished.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}

test('no file of functions/, lib/ and web/ imports itself through others, not even for types', () => {
  expect(graph.get('lib/http/endpoint.ts')).toContain('lib/http/call.ts')
  expect(graph.get('web/src/app.tsx')).toContain('web/src/shell/shell.tsx')
  expect(findCycle(graph)).toBeUndefined()
})

test('a cycle is found and named', () => {
  const cyclic = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['b', 'd']],
    ['d', ['c']],
  ])
  expect(findCycle(cyclic)).toEqual(['c', 'd', 'c'])
})
