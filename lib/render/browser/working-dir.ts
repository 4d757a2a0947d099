import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Directories are named for the process that owns them, so that a later process can tell the abandoned ones. */
const ownedName = /^stillframe-(?:browser|partial)-(\d+)-/

/** A new directory below `temporaryDir` that `sweepWorkingDirs` recognises. */
export const makeWorkingDir = (temporaryDir: string, purpose: 'browser' | 'partial'): Promise<string> =>
  mkdtemp(join(temporaryDir, `stillframe-${purpose}-${process.pid}-`))

/** Removes what processes that are gone have left behind, for instance after a SIGKILL. */
export const sweepWorkingDirs = async (temporaryDir: string): Promise<void> => {
  const names = await readdir(temporaryDir)
  const abandoned = names.filter((name) => {
    const owner = ownedName.exec(name)?.[1]
    return owner !== undefined && !isRunning(Number(owner))
  })
  await Promise.all(abandoned.map((name) => removeDir(join(temporaryDir, name))))
}

/** Tries again while processes that were just killed are still letting go of their files. */
export const removeDir = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
