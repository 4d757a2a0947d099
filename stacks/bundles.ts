import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** Builds the functions unless `PREBUILT` is set. @throws Error on a platform whose installed packages do not run on Lambda */
export const buildFunctions = ({ prebuilt }: Settings) => {
  if (prebuilt) return
  const { root } = $cli.paths
  if (!existsSync(join(root, 'node_modules', '@img', 'sharp-linux-x64')))
    throw new Error(
      'Deploy from Linux on x64 with glibc, e.g. in a container of node:24: the installed packages go into the functions as they are.',
    )
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
}
