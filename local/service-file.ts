import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { CloudAccess } from './credentials.ts'
import { codeOf, StartFault } from './start-fault.ts'

const ServiceFile = z.object({
  baseUrl: z.string(),
  accounts: z.array(
    z.object({ id: z.string(), plan: z.string(), accessKey: z.string(), secretKey: z.string() }),
  ),
})

/** The URL and accounts that scripts need to call the local service. */
export type ServiceFile = z.output<typeof ServiceFile>

const CloudFile = z.object({ endpointUrl: z.string(), accessKeyId: z.string() })

/** @throws StartFault if the file is damaged */
const readJson = async <T extends z.ZodType>(
  path: string,
  schema: T,
  loss = '',
): Promise<z.output<T> | undefined> => {
  const text = await readText(path)
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new StartFault(`${path} is damaged. Delete it; npm start writes it again${loss}.`)
  }
}

const readText = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new StartFault(
      `${path} cannot be read (${codeOf(error)}). It must be a file that this user can read.`,
    )
  }
}

/** Writes a file atomically, because others may read it meanwhile. It contains keys, so only its owner can read it. */
const writeJson = async (path: string, value: unknown) => {
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}

const servicePath = (dataDir: string) => join(dataDir, 'service.json')
const cloudPath = (dataDir: string) => join(dataDir, 'cloud.json')

export const readServiceFile = (dataDir: string) =>
  readJson(servicePath(dataDir), ServiceFile, ', with a new demo account')
export const writeServiceFile = (dataDir: string, file: ServiceFile) => writeJson(servicePath(dataDir), file)

/** Returns the access to a data folder's embedded cloud, which may be stopped. */
export const readCloudFile = (dataDir: string): Promise<CloudAccess | undefined> =>
  readJson(cloudPath(dataDir), CloudFile)
export const writeCloudFile = (dataDir: string, cloud: CloudAccess) => writeJson(cloudPath(dataDir), cloud)
