import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The name of a directory contains the id of the process that owns it. A later process recognizes abandoned ones by it. */
const ownedName = /^stillframe-(?:browser|partial)-(\d+)-/

/** Creates a directory below `temporaryDir` that `sweepWorkingDirs` recognizes. */
export const makeWorkingDir = (temporaryDir: string, purpose: 'browser' | 'partial'): Promise<string> =>
  mkdtemp(join(temporaryDir, `stillframe-${purpose}-${process.pid}-`))

/** Removes the directories of processes that have ended, for example by SIGKILL. */
export const sweepWorkingDirs = async (temporaryDir: string): Promise<void> => {
  const names = await readdir(temporaryDir)
  const abandoned = names.filter((name) => {
    const owner = ownedName.exec(name)?.[1]
    return owner !== undefined && !isRunning(Number(owner))
  })
  await Promise.all(abandoned.map((name) => removeDir(join(temporaryDir, name))))
}

/** Removes a directory. Retries while processes that were just killed still hold its files. */
export const removeDir = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
