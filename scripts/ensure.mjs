// Runs before every npm script, with Node 20 or later. Installs the packages of the lock file and generates the assets if they are
// missing or out of date; other arguments choose parts. With --docs-later, the documentation is built in the background.
// With --install it only installs. With --no-install it fails instead of
// installing: a deployment must not replace the packages that SST runs from.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

if (process.platform === 'win32') {
  process.stderr.write(
    'Stillframe does not run on Windows directly. Run it in WSL 2 or in a container: docker compose up --build\n',
  )
  process.exit(1)
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
const node = at('node_modules', '.bin', 'node')

const hash = (...files) => {
  const digest = createHash('sha256')
  for (const file of files) digest.update(readFileSync(file))
  return digest.digest('hex')
}

const isCurrent = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value

const say = (text) => process.stderr.write(`${text}\n`)

/** Says what takes the time of a first start. */
const step = (text, work) => {
  say(text)
  const startedMs = performance.now()
  work()
  say(`Done in ${Math.ceil((performance.now() - startedMs) / 1000)} s.`)
}

const run = (command, parameters) => {
  const { status, error } = spawnSync(command, parameters, { cwd: root, stdio: ['ignore', 2, 2] })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

const packagesOf = (lockFile) => Object.entries(JSON.parse(readFileSync(lockFile, 'utf8')).packages)

/** npm writes the hidden lock file last. A copied or shared one can list packages that are not there. */
const isInstalled = () => {
  const hiddenLock = at('node_modules', '.package-lock.json')
  if (!existsSync(node) || !existsSync(hiddenLock)) return false
  const installed = new Map(packagesOf(hiddenLock))
  return packagesOf(at('package-lock.json')).every(([path, { integrity, optional }]) => {
    const found = installed.get(path)
    return path === '' || (found ? found.integrity === integrity && existsSync(at(path)) : optional === true)
  })
}

if (!isInstalled()) {
  if (process.argv.includes('--no-install')) {
    process.stderr.write('The packages in node_modules differ from package-lock.json. Run npm ci first.\n')
    process.exit(1)
  }
  const npm = process.env.npm_execpath
  const parameters = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  step(
    'Installing packages, which takes up to a minute. This happens once, until package-lock.json changes.',
    () => (npm ? run(process.execPath, [npm, ...parameters]) : run('npm', parameters)),
  )
}

if (process.argv.includes('--install')) process.exit(0)

const filesOf = (path) =>
  statSync(at(path)).isFile()
    ? [at(path)]
    : readdirSync(at(path), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .sort()

/** What `generate.ts` creates, in parts. A change repeats only the parts that depend on it. */
const parts = {
  assets: ['scripts/generate', 'lib/schema', 'lib/render/in-page', 'demo'],
  docs: ['scripts/generate', 'lib/schema', 'docs', 'CHANGELOG.md'],
  service: [
    'scripts/build.ts',
    'scripts/generate',
    'clients/typescript/src',
    'functions',
    'infra',
    'lib',
    'local',
  ],
  web: ['scripts/generate', 'lib/schema', 'lib/core', 'lib/base', 'web', 'docs/examples', 'docs/images'],
}

const chosen = process.argv.slice(2).filter((name) => name in parts)

const outdated = Object.entries(parts).flatMap(([name, paths]) => {
  if (chosen.length > 0 && !chosen.includes(name)) return []
  const files = paths.flatMap(filesOf).filter((file) => !file.endsWith('.tsbuildinfo'))
  const value = hash(at('package-lock.json'), at('lib', 'base', 'errors.ts'), ...files)
  const stamp = at('generated', name === 'assets' ? '.stamp' : `.stamp-${name}`)
  return isCurrent(stamp, value) ? [] : [{ name, stamp, value }]
})
const isLater = process.argv.includes('--docs-later')
const now = outdated.filter(({ name }) => !(isLater && name === 'docs'))
if (now.length > 0) {
  const names = now.map(({ name }) => name)
  step(`Building ${names.join(', ')}. This happens once, until their sources change.`, () =>
    run(node, [at('scripts', 'generate.ts'), ...names]),
  )
  for (const { stamp, value } of now) writeFileSync(stamp, value)
}

// The service must not wait for its documentation, nor share its processor time.
if (now.length < outdated.length) {
  const build = spawn(process.execPath, [fileURLToPath(import.meta.url), 'docs'], { stdio: ['ignore', 2, 2] })
  setPriority(build.pid, 10)
  build.unref()
}
