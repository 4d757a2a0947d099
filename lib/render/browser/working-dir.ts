import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The name of a directory contains the id of the process that owns it. A later process recognizes abandoned ones by it. */
const ownedName = /^stillframe-(?:browser|partial)-(\d+)-/

/** Creates a directory below `temporaryDir` that `sweepWorkingDirs` recognizes. */
export const makeWorkingDir = (temporaryDir: string, purpose: 'browser' | 'partial'): Promise<string> =>
  mkdtemp(join(temporaryDir, `stillframe-${purpose}-${process.pid}-`))

/** Removes the directories of this user's processes that have ended, for example by SIGKILL. */
export const sweepWorkingDirs = async (temporaryDir: string, userId = process.getuid?.()): Promise<void> => {
  const names = await readdir(temporaryDir)
  const abandoned = names.filter((name) => {
    const owner = ownedName.exec(name)?.[1]
    return owner !== undefined && !isRunning(Number(owner))
  })
  const paths = abandoned.map((name) => join(temporaryDir, name))
  await Promise.all(
    paths.map(async (path) => {
      // Another user's directory cannot be removed.
      if ((await ownerOf(path)) === userId) await removeDir(path)
    }),
  )
}

/** Returns the user's id, or undefined if another process has removed the directory at the same time. */
const ownerOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await lstat(path)).uid
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
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
