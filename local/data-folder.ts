import { constants } from 'node:fs'
import { access, chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, StartFault } from './start-fault.ts'

/**
 * Creates the data folder, readable only by its owner, or makes an existing one so, and checks that it is writable. Does not use a recursive
 * `mkdir`, which never returns below /proc.
 * @throws StartFault
 */
export const prepareDataFolder = async (folder: string, log: (line: string) => void): Promise<void> => {
  const missing: string[] = []
  for (let path = folder; !(await isFolder(path)); path = dirname(path)) missing.unshift(path)
  for (const path of missing) await makeFolder(path)
  await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new StartFault(
      `DATA_DIR: the folder ${folder} cannot be written (${codeOf(error)}). Set a folder that this user can write.`,
    )
  })
  const { uid, mode } = await stat(folder)
  if ((mode & 0o077) === 0) return
  // A volume of Kubernetes belongs to root, and a folder such as /tmp to all users.
  if (uid === process.getuid?.() && (mode & stickyBit) === 0) await closeFolder(folder)
  else
    log(
      `DATA_DIR: other users can open the folder ${folder}, which is shared or belongs to another user. They cannot read what the service writes into it.`,
    )
}

/** Of folders in which several users have files. */
const stickyBit = 0o1000

/** Creates a folder that only its owner can read, or makes an existing one so, with what is in it. @throws StartFault */
export const makePrivateFolder = async (folder: string): Promise<void> => {
  await makeFolder(folder)
  await closeFolder(folder)
}

const closeFolder = async (folder: string): Promise<void> => {
  await chmod(folder, 0o700).catch((error: unknown) => {
    throw new StartFault(
      `DATA_DIR: the mode of the folder ${folder} cannot be changed (${codeOf(error)}). Set a folder that belongs to this user.`,
    )
  })
}

const isFolder = async (path: string): Promise<boolean> => {
  try {
    if ((await stat(path)).isDirectory()) return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    if (codeOf(error) !== 'ENOTDIR')
      throw new StartFault(`DATA_DIR: ${path} cannot be read (${codeOf(error)}). Set another folder.`)
    return false
  }
  throw new StartFault(`DATA_DIR: ${path} is a file. Set a folder.`)
}

const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isFolder(path))) return
    throw new StartFault(
      `DATA_DIR: the folder ${path} cannot be created (${codeOf(error)}). Set a folder that this user can write.`,
    )
  }
}
