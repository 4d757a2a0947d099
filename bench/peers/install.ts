import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the peers of `package.json` in this folder from npm, without their install scripts (they would download browsers). */
export const installPeers = () => {
  if (existsSync(join(import.meta.dirname, 'node_modules', '.package-lock.json'))) return
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: import.meta.dirname,
      stdio: 'inherit',
    },
  )
  if (status !== 0) throw new Error('npm ci failed in bench/peers')
}
