import { type CloudAccess, toClientSettings } from '../../../local/credentials.ts'
import { readCloudFile } from '../../../local/service-file.ts'

/** Returns the access to the embedded cloud of a service that runs. */
export const cloudAccessOf = async (dataDir: string): Promise<CloudAccess> => {
  const access = await readCloudFile(dataDir)
  if (!access) throw new Error(`No service runs in ${dataDir}.`)
  return access
}

/** Returns the settings of clients of its embedded cloud. */
export const cloudSettingsOf = async (dataDir: string) => toClientSettings(await cloudAccessOf(dataDir))
