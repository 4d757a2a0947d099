import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseDockerfile } from '../container/dockerfile.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the container', () => {
  const stages = parseDockerfile(read('Dockerfile'))

  test('has the Node version of the lock file in every stage', () => {
    const nodeVersion = read('.nvmrc').trim()
    expect(JSON.parse(read('package.json')).devDependencies.node).toBe(nodeVersion)
    const images = stages.map(({ from }) => from).filter((from) => !stages.some(({ name }) => name === from))
    expect(new Set(images)).toEqual(new Set([`node:${nodeVersion}-bookworm-slim`]))
  })

  test('runs without root and copies only what exists', () => {
    const last = stages.at(-1)
    const keywords = last?.instructions.map(({ keyword }) => keyword) ?? []
    expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('RUN'))
    const copied = last?.instructions.flatMap(({ keyword, text }) =>
      keyword === 'COPY' ? (text.split(' ')[1] ?? '').replace('/app/', '') : [],
    )
    const committed = copied?.filter((path) => path !== 'node_modules' && path !== 'generated') ?? []
    expect(committed.length).toBeGreaterThan(3)
    for (const path of committed) expect(existsSync(join(root, path)), path).toBe(true)
  })

  test('a Dockerfile line that is not an instruction is an error', () => {
    expect(() => parseDockerfile('FROM a\nrun x')).toThrow('not an instruction')
    expect(() => parseDockerfile('RUN x')).toThrow('before FROM')
  })
})

describe('the workflows', () => {
  const folder = join(root, '.github/workflows')

  test.each(readdirSync(folder))('%s pins every action by its commit', (name) => {
    const uses = [...readFileSync(join(folder, name), 'utf8').matchAll(/uses: (\S+)/g)].map(
      ([, action]) => action,
    )
    expect(uses.length).toBeGreaterThan(0)
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/)
  })
})

test('the deployment installs packages before it has credentials, deploys a small build of what was tested, and then checks the stage', () => {
  const [build = '', deploy = ''] = read('.github/workflows/deploy.yml').split('\n  deploy:\n')
  expect(build).toMatch(/bash \.ci\/run[\s\S]+npm run build -- --deploy[\s\S]+tar --zstd -cf/)
  const steps = [
    'npm ci',
    'tar --zstd -xf',
    'configure-aws-credentials@',
    'sst deploy',
    'npm run --silent smoke',
  ]
  const places = steps.map((step) => deploy.indexOf(step))
  expect(places.every((place) => place > 0)).toBe(true)
  expect([...places].sort((a, b) => a - b)).toEqual(places)
  expect(deploy).toContain('PREBUILT: "true"')
  expect(deploy).toMatch(/^ {4}environment: /m)
})

test.each(['.gitignore', '.dockerignore'])(
  '%s contains the files of settings, which can hold secrets',
  (name) => {
    expect(read(name)).toMatch(/^\.env(\*|\n\.env\.\*)$/m)
  },
)

describe('the release notes', () => {
  const script = join(root, 'scripts/release-notes.mjs')
  const notes = (tag: string) =>
    execFileSync(process.execPath, [script, tag], { encoding: 'utf8', stdio: 'pipe' })

  test('are the section of the version in package.json', () => {
    const { version } = JSON.parse(read('package.json'))
    const text = notes(`v${version}`)
    expect(text).toMatch(/^### /)
    expect(text).not.toContain('## [')
  })

  test.each(['v9.9.9', 'latest', ''])('fail for the tag "%s"', (tag) => {
    expect(() => notes(tag)).toThrow()
  })
})

test('every decision record is in the table of its folder, and every row has its file', () => {
  const folder = join(root, 'docs/decisions')
  const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
  const linked = [...read('docs/decisions/README.md').matchAll(/\((\d{4}-[^)]+)\)/g)].map(([, name]) => name)
  expect(linked).toEqual(files.sort())
})

test('settings of a stage are not committed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillframe-ignored-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  writeFileSync(join(folder, '.gitignore'), read('.gitignore'))
  for (const name of ['.env', '.env.production'])
    expect(execFileSync('git', ['check-ignore', name], { cwd: folder, encoding: 'utf8' }).trim()).toBe(name)
})
