import { AssumeRoleCommand, type STSClient, STSServiceException } from '@aws-sdk/client-sts'
import { type StorageKey, toExternalId } from '../core/access/account-storage.ts'

/**
 * Assumes the role of an account, with its external id unless it tests whether the role requires one. Returns undefined if the role does not
 * permit it.
 */
export type AssumeRole = (
  accountId: string,
  roleArn: string,
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

export const createAssumeRole =
  ({ sts, stage }: { sts: Pick<STSClient, 'send'>; stage: string }): AssumeRole =>
  async (accountId, roleArn, test) => {
    try {
      const { Credentials } = await sts.send(
        new AssumeRoleCommand({
          RoleArn: roleArn,
          RoleSessionName: `stillframe-${accountId}`,
          ...(test === undefined && { ExternalId: toExternalId(stage, accountId) }),
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
