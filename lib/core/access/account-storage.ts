import type { StorageOptions, StorageReport } from '../../schema/storage.ts'

/** The bucket to which the results of an account are uploaded. */
export interface AccountStorage {
  /** Absent for Amazon S3. */
  endpoint?: string
  region: string
  bucket: string
  /** The AWS account that must own the bucket. */
  bucketOwner?: string
  prefix: string
  keyTemplate: string
  /** The encrypted access key. Absent with a role. */
  sealedKey?: string
  roleArn?: string
  /** When a test object was stored, in Unix seconds. */
  tested: number
}

/** The name of the object that tests a storage, below its prefix. */
export const testObject = 'stillframe-test.txt'

/** An access key of a storage, or what a role gives for a while. */
export interface StorageKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** The ARN of the principal that assumes the roles of accounts. Undefined outside of AWS. */
export type Principal = string | undefined

export const toAccountStorage = (options: StorageOptions, tested: number): AccountStorage => {
  const { endpoint, region = 'us-east-1', bucket, bucket_owner, prefix = '' } = options
  const { key_template: keyTemplate, role_arn } = options
  return {
    ...(endpoint !== undefined && { endpoint: endpoint.replace(/\/$/, '') }),
    ...{ region, bucket, prefix, keyTemplate, tested },
    ...(bucket_owner !== undefined && { bucketOwner: bucket_owner }),
    ...(role_arn !== undefined && { roleArn: role_arn }),
  }
}

/**
 * Returns the external id of an account. Every principal of the operator's AWS account could assume the role of one whose id can be guessed.
 * Stages of one AWS account have the same principal, so a copy of the accounts in another stage must have other ids.
 *
 * @param random of the account
 */
export const toExternalId = (stage: string, random: string): string => `stillframe-${stage}-${random}`

/** Returns the storage as a response shows it: without its access key. Null if the account has none. */
export const toStorageView = (storage: AccountStorage | undefined): StorageReport['storage'] =>
  storage
    ? {
        endpoint: storage.endpoint ?? null,
        region: storage.region,
        bucket: storage.bucket,
        bucket_owner: storage.bucketOwner ?? null,
        prefix: storage.prefix,
        key_template: storage.keyTemplate,
        role_arn: storage.roleArn ?? null,
        tested: storage.tested,
      }
    : null
