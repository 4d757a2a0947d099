// Installs the Debian packages of test/programs.json, which tests need beside Node: gcc compiles the sandbox of test/e2e/lambda and the libraries
// that are shipped compiled, the Python client needs httpx and is checked by mypy, and two shells complete commands. Only root can do so, or
// CI with sudo. On other machines, the last lines of a test run name each test that did not run and the command that changes it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const succeeds = (command, ...parameters) => spawnSync(command, parameters).status === 0

/** By name: a command that succeeds only if the program is there, the packages that contain it, and whether tests can do without it. */
const programs = JSON.parse(readFileSync(new URL('../test/programs.json', import.meta.url), 'utf8'))

const missing = Object.values(programs)
  .filter(({ check, isOptional }) => !isOptional && !succeeds(...check))
  .map(({ packages }) => packages)
const isRoot = process.getuid?.() === 0
const asRoot = isRoot ? [] : ['sudo', '-n']
const canInstall =
  succeeds('apt-get', '--version') &&
  (isRoot || (process.env.CI !== undefined && succeeds('sudo', '-n', 'true')))

if (missing.length > 0 && canInstall) {
  process.stderr.write(`Installing ${missing.join(', ')} with apt-get, because tests need them.\n`)
  const apt = (...parameters) => {
    const [command, ...rest] = [...asRoot, 'apt-get', '-qq', ...parameters]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return spawnSync(command, rest, { env, encoding: 'utf8' })
  }
  const install = () => apt('install', '-y', '--no-install-recommends', ...missing)
  let { status, stderr } = install()
  if (status !== 0) {
    apt('update')
    ;({ status, stderr } = install())
  }
  if (status !== 0) process.stderr.write(`apt-get failed:\n${stderr}\n`)
}
