import type { StorageOptions, StorageReport } from '../../schema/storage.ts'

/** The bucket to which the results of an account are uploaded. */
export interface AccountStorage {
  /** Absent for Amazon S3. */
  endpoint?: string
  region: string
  bucket: string
  prefix: string
  keyTemplate: string
  /** The encrypted access key. Absent with a role. */
  sealedKey?: string
  roleArn?: string
  /** When a test object was stored, in Unix seconds. */
  tested: number
}

/** An access key of a storage, or what a role gives for a while. */
export interface StorageKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** The ARN of the principal that assumes the roles of accounts. Undefined outside of AWS. */
export type Principal = string | undefined

export const toAccountStorage = (options: StorageOptions, tested: number): AccountStorage => {
  const { endpoint, region = 'us-east-1', bucket, prefix = '', key_template: keyTemplate, role_arn } = options
  return {
    ...(endpoint !== undefined && { endpoint: endpoint.replace(/\/$/, '') }),
    ...{ region, bucket, prefix, keyTemplate, tested },
    ...(role_arn !== undefined && { roleArn: role_arn }),
  }
}

/**
 * Of a role, AWS recommends an id that the service has given the customer. It need not be secret. Stages of one AWS account have the same
 * principal, so a copy of the accounts in another stage must have other ids.
 */
export const toExternalId = (stage: string, accountId: string): string => `stillframe-${stage}-${accountId}`

/** Returns the storage as a response shows it: without its access key. Null if the account has none. */
export const toStorageView = (storage: AccountStorage | undefined): StorageReport['storage'] =>
  storage
    ? {
        endpoint: storage.endpoint ?? null,
        region: storage.region,
        bucket: storage.bucket,
        prefix: storage.prefix,
        key_template: storage.keyTemplate,
        role_arn: storage.roleArn ?? null,
        tested: storage.tested,
      }
    : null
