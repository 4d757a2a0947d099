import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>

const sources = ['functions', 'infra', 'lib', 'local'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
)

/** `import ... from`, `export ... from`, `import '...'` and `import('...')`. Imports of types only do not exist at run time. */
const importPattern =
  /^(?:import|export)\s+(?!type\b)(?:[\w$*{},\s]+?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

const toPackage = (specifier: string) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

const imported = new Set(
  sources
    .flatMap((source) => [...source.matchAll(importPattern)])
    .map(([, fixed, lazy]) => fixed ?? lazy ?? '')
    .filter((specifier) => !/^(\.|node:)/.test(specifier))
    .map(toPackage),
)

/** Only deployed functions load it, and the build bundles it into them: lib/linked-secrets.ts. */
const bundledOnly = ['sst']

test('every package that the service imports is a dependency, so that it starts without development dependencies', () => {
  expect(imported.size).toBeGreaterThan(10)
  const missing = [...imported].filter(
    (name) =>
      !(name in manifest.dependencies) && !bundledOnly.includes(name) && !builtinModules.includes(name),
  )
  expect(missing).toEqual([])
})

test('every dependency is used by the service; what only tests and scripts use is a development dependency', () => {
  // Some are loaded by a function other than `import`, such as findPackageJSON() for Chromium's package.
  const isUsed = (name: string) =>
    sources.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`))
  expect(Object.keys(manifest.dependencies).filter((name) => !isUsed(name))).toEqual([])
})

test('no package is listed twice', () => {
  expect(Object.keys(manifest.dependencies).filter((name) => name in manifest.devDependencies)).toEqual([])
})
