// Fails if the time of a regular expression grows faster than its input. Part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allowedPatterns } from './patterns/allowed-patterns.ts'
import { findPatterns, isLinear } from './patterns/find-patterns.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{lib,functions,local,infra/edge-functions}/**/*.{ts,js,mjs}', { cwd: root }).sort()

const allowed = new Set(allowedPatterns.map(({ file, source }) => `${file} ${source}`))
const unused = new Set(allowed)
const problems = files.flatMap((file) =>
  findPatterns(readFileSync(join(root, file), 'utf8')).flatMap((pattern) => {
    const key = `${file} ${pattern.source}`
    unused.delete(key)
    return allowed.has(key) || isLinear(pattern) ? [] : [`${file}:${pattern.line} ${pattern.source}`]
  }),
)

const remedy = 'Rewrite it, or add it to scripts/patterns/allowed-patterns.ts with a reason.'
const messages = [
  ...problems.map((problem) => `${problem}\n  takes time that grows faster than the text. ${remedy}`),
  ...[...unused].map(
    (entry) => `${entry}\n  is in scripts/patterns/allowed-patterns.ts but not in the file.`,
  ),
]
for (const message of messages) process.stderr.write(`${message}\n`)
process.exitCode = messages.length === 0 ? 0 : 1
