import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findMissingParts } from './build-parts.ts'
import type { Settings } from './settings.ts'

/**
 * Builds the functions and the site unless `PREBUILT` is set. It never installs packages, because SST runs from the same node_modules.
 * @throws Error on a platform whose installed packages do not run on Lambda, or if a part is missing
 */
export const buildFunctions = ({ prebuilt }: Settings) => {
  const { root } = $cli.paths
  if (!prebuilt) {
    if (!existsSync(join(root, 'node_modules', '@img', 'sharp-linux-x64')))
      throw new Error(
        'Deploy from Linux on x64 with glibc, for example in a node:24 container. The installed packages become part of the functions.',
      )
    const node = join(root, 'node_modules', '.bin', 'node')
    for (const [script, ...options] of [
      ['ensure.mjs', '--no-install'],
      ['build.ts', '--deploy'],
    ])
      execFileSync(node, [join(root, 'scripts', script), ...options], { cwd: root, stdio: 'inherit' })
  }
  const missing = findMissingParts(root)
  if (missing.length > 0)
    throw new Error(
      `Parts of the build are missing: ${missing.join(', ')}. Run npm run build -- --deploy, or deploy without PREBUILT.`,
    )
}
