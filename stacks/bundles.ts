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
      'Deploy from Linux on x64 with glibc, for example in a node:24 container. The installed packages become part of the functions.',
    )
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
}
