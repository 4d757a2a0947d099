import { randomBytes } from 'node:crypto'

/** Where the embedded cloud listens, and the only access key id that it accepts. */
export interface CloudAccess {
  /** `http://127.0.0.1:<port>` */
  endpointUrl: string
  accessKeyId: string
}

export const region = 'us-east-1'

/** The embedded cloud does not verify signatures, so only the access key id is secret. */
export const secretAccessKey = 'local'

/** Returns an access key id that other users of this machine cannot guess. */
export const createAccessKeyId = (): string => randomBytes(16).toString('hex')

/** Returns the settings of SDK clients of the embedded cloud. */
export const toClientSettings = ({ endpointUrl, accessKeyId }: CloudAccess) => ({
  endpoint: endpointUrl,
  region,
  credentials: { accessKeyId, secretAccessKey },
})
