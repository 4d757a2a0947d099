import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The user and the group of this name on most systems. */
export const nobody = 65534

const root = fileURLToPath(new URL('../..', import.meta.url))

const mayRead = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o005) === 0o005 &&
  (dirname(path) === path || mayRead(dirname(path)))

const isRoot = process.getuid?.() === 0
const isReadable = mayRead(join(root, 'generated'))

if (isRoot && !isReadable) {
  const problem = `Chromium has no sandbox in these tests: root runs them, and other users cannot read ${root}.`
  if (process.env['CI']) throw new Error(problem)
  process.stderr.write(`\n*** ${problem} ***\n\n`)
}

/**
 * The user of the processes that render in browser tests which root starts, because Chromium has no sandbox for root. Empty if the tests
 * have another user already, or if nobody cannot read the project.
 */
export const unprivileged: { uid?: number; gid?: number } =
  isRoot && isReadable ? { uid: nobody, gid: nobody } : {}

/** Makes this process one of that user, if it is one of root. */
export const becomeUnprivileged = (): void => {
  const { uid, gid } = unprivileged
  if (uid === undefined || gid === undefined || process.getuid?.() !== 0) return
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
  process.env['HOME'] = tmpdir()
}
