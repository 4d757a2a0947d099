import { AssumeRoleCommand, type STSClient, STSServiceException } from '@aws-sdk/client-sts'
import {
  type AccountStorage,
  type StorageKey,
  testObject,
  toExternalId,
} from '../core/access/account-storage.ts'

/**
 * Assumes the role of an account, with its external id unless it tests whether the role requires one. Returns undefined if the role does not
 * permit it.
 */
export type AssumeRole = (
  account: { id: string; externalId?: string | undefined },
  storage: AccountStorage,
  test?: 'without external id',
) => Promise<StorageKey | undefined>

/** Errors of calls that STS refuses because of the service: too many calls, or its own credentials. */
const ownErrors = new Set([
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'RequestLimitExceeded',
  'ExpiredToken',
  'ExpiredTokenException',
  'RequestExpired',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
  'SignatureDoesNotMatch',
])

const isRefusal = (error: unknown) =>
  error instanceof STSServiceException && error.$fault === 'client' && !ownErrors.has(error.name)

/** The shortest that AWS accepts. */
const seconds = 900

/**
 * Returns what is left of the permissions of a role, which may be more than uploads need: customers attach `AmazonS3FullAccess`. KMS is for
 * buckets that encrypt with a key of the customer (https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html).
 */
const toSessionPolicy = ({ bucket, prefix, region }: AccountStorage): string => {
  const objects = `arn:aws:s3:::${bucket}/${prefix}`
  const allow = (Action: string, Resource: string, Condition?: object) => ({
    ...{ Effect: 'Allow', Action, Resource },
    ...(Condition && { Condition }),
  })
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      allow('s3:PutObject', `${objects}*`),
      allow('s3:DeleteObject', `${objects}${testObject}`),
      allow('kms:GenerateDataKey', '*', {
        StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` },
        StringLike: { 'kms:EncryptionContext:aws:s3:arn': [`arn:aws:s3:::${bucket}`, `${objects}*`] },
      }),
    ],
  })
}

export const createAssumeRole =
  ({ sts, stage }: { sts: Pick<STSClient, 'send'>; stage: string }): AssumeRole =>
  async ({ id, externalId = id }, storage, test) => {
    try {
      const { Credentials } = await sts.send(
        new AssumeRoleCommand({
          RoleArn: storage.roleArn,
          RoleSessionName: `stillframe-${id}`,
          Policy: toSessionPolicy(storage),
          ...(test === undefined && { ExternalId: toExternalId(stage, externalId) }),
          DurationSeconds: seconds,
        }),
      )
      const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = Credentials ?? {}
      return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken }
    } catch (error) {
      if (isRefusal(error)) return undefined
      throw error
    }
  }
