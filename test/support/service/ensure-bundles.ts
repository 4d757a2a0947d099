import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'ensure.mjs')

/** Bundles the service if its sources have changed, because `npx vitest` does not run the script before npm's scripts. */
export const setup = () => {
  execFileSync(process.execPath, [script, '--no-install', 'service'], { stdio: 'inherit' })
}
