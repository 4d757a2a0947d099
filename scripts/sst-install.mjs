// Creates .sst/platform: the TypeScript sources of SST's components and their npm packages, which the type check and the tests of
// stacks/ use. `sst deploy` does the same with internet access. This script uses only the npm registry and changes nothing outside
// the project. It does nothing if the platform is already installed.
//   SST_SKIP_DEPENDENCY_CHECK  the CLI does not search for or download Pulumi and Bun
//   SST_BUN_PATH, SST_NO_BUN   the installer: the Bun that npm installed, otherwise npm itself (slower)
//   XDG_CONFIG_HOME, SST_LOG, BUN_INSTALL_CACHE_DIR   keep state, log and cache out of the home and temporary folders
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)

const versionOf = (name) => JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8')).version

// The versions of SST and of the providers in sst.config.ts determine the installation.
const [, providers] = /providers: (.*)/.exec(readFileSync(at('sst.config.ts'), 'utf8'))
const wanted = `${versionOf('sst')} ${providers}`

const stamp = at('.sst', 'stamp')
const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
if (!isInstalled) install()

function install() {
  const configDir = at('.sst-config')
  mkdirSync(configDir, { recursive: true })
  // An incomplete platform of an earlier run would be mistaken for a complete one.
  rmSync(at('.sst', 'platform'), { recursive: true, force: true })
  const bun = findBun()
  const { status } = spawnSync(
    process.execPath,
    [at('node_modules', 'sst', 'bin', 'sst.mjs'), 'install', '--stage', 'test'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: {
        ...process.env,
        SST_SKIP_DEPENDENCY_CHECK: '1',
        SST_TELEMETRY_DISABLED: '1',
        XDG_CONFIG_HOME: configDir,
        SST_LOG: join(configDir, 'sst.log'),
        BUN_INSTALL_CACHE_DIR: join(configDir, 'bun-cache'),
        ...(bun ? { SST_BUN_PATH: bun } : { SST_NO_BUN: '1' }),
      },
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  // Installed packages are linked to the cache or copied from it.
  rmSync(join(configDir, 'bun-cache'), { recursive: true, force: true })
  const platform = readFileSync(at('.sst', 'platform', 'version'), 'utf8')
  if (platform !== versionOf('sst'))
    throw new Error(`.sst/platform is ${platform}, sst is ${versionOf('sst')}.`)
  // config.d.ts imports it. The CLI writes it only if the app has links.
  writeFileSync(at('.sst', 'types.generated.ts'), 'export {}\n')
  writeFileSync(stamp, wanted)
}

/** The platform's own package: node_modules/bun/bin/bun is a stub until its install script has run, which npm does not. */
function findBun() {
  const architecture = process.arch === 'arm64' ? 'aarch64' : process.arch
  const path = at('node_modules', '@oven', `bun-${process.platform}-${architecture}`, 'bin', 'bun')
  return existsSync(path) ? path : undefined
}
