import { AssumeRoleCommand, type STSClient, STSServiceException } from '@aws-sdk/client-sts'
import { expect, test } from 'vitest'
import { createAssumeRole } from '../../../lib/store/assume-role.ts'

const account = { id: '679cSZ', externalId: 'random' }
const storage = {
  ...{ region: 'eu-central-1', bucket: 'my-results', prefix: 'shots/', keyTemplate: '{id}.{ext}', tested: 0 },
  roleArn: 'arn:aws:iam::123456789012:role/results',
}

const sts = (respond: (input: object) => object) =>
  ({
    send: async (command: object) => respond(command instanceof AssumeRoleCommand ? command.input : {}),
  }) as unknown as Pick<STSClient, 'send'>

test('a role is assumed with the external id of the account in this stage, for its objects only, for the shortest time', async () => {
  const inputs: { Policy?: string }[] = []
  const assumeRole = createAssumeRole({
    stage: 'production',
    sts: sts((input) => {
      inputs.push(input)
      return { Credentials: { AccessKeyId: 'ASIA', SecretAccessKey: 's', SessionToken: 't' } }
    }),
  })
  expect(await assumeRole(account, storage)).toEqual({
    ...{ accessKeyId: 'ASIA', secretAccessKey: 's', sessionToken: 't' },
  })
  const expected = {
    RoleArn: storage.roleArn,
    RoleSessionName: 'stillframe-679cSZ',
    Policy: expect.any(String),
    DurationSeconds: 900,
  }
  expect(inputs).toEqual([{ ...expected, ExternalId: 'stillframe-production-random' }])
  await assumeRole(account, storage, 'without external id')
  expect(inputs[1]).toEqual(expected)
  // A role that was stored before ids were drawn trusts the id of the account.
  await assumeRole({ id: account.id }, storage)
  expect(inputs[2]).toMatchObject({ ExternalId: 'stillframe-production-679cSZ' })
  const { Statement } = JSON.parse(inputs[0]?.Policy ?? '') as {
    Statement: { Action: string; Resource: string }[]
  }
  expect(Statement.map(({ Action, Resource }) => [Action, Resource])).toEqual([
    ['s3:PutObject', 'arn:aws:s3:::my-results/shots/*'],
    ['s3:DeleteObject', 'arn:aws:s3:::my-results/shots/stillframe-test.txt'],
    ['kms:GenerateDataKey', '*'],
  ])
  expect(Statement[2]).toMatchObject({
    Condition: {
      StringEquals: { 'kms:ViaService': 's3.eu-central-1.amazonaws.com' },
      StringLike: {
        'kms:EncryptionContext:aws:s3:arn': ['arn:aws:s3:::my-results', 'arn:aws:s3:::my-results/shots/*'],
      },
    },
  })
})

test('the policy of the longest names has at most the 2,048 characters that AWS accepts', async () => {
  let policy = ''
  const assumeRole = createAssumeRole({
    stage: 'production',
    sts: sts(({ Policy = '' }: { Policy?: string }) => {
      policy = Policy
      return {}
    }),
  })
  await assumeRole(account, { ...storage, bucket: 'b'.repeat(63), prefix: 'p'.repeat(200) })
  expect(policy.length).toBeGreaterThan(800)
  expect(policy.length).toBeLessThanOrEqual(2048)
})

const failing = (name: string, $fault: 'client' | 'server') =>
  createAssumeRole({
    stage: 'production',
    sts: sts(() => {
      throw new STSServiceException({ name, message: '', $fault, $metadata: {} })
    }),
  })(account, storage)

test.each(['AccessDenied', 'ValidationError', 'RegionDisabledException'])(
  'a role that STS refuses with %s cannot be assumed, which is no outage',
  async (name) => {
    expect(await failing(name, 'client')).toBeUndefined()
  },
)

test.each([
  ['Throttling', 'client'],
  ['ExpiredTokenException', 'client'],
  ['InvalidClientTokenId', 'client'],
  ['ServiceUnavailable', 'server'],
] as const)('%s says nothing about the role', async (name, fault) => {
  await expect(failing(name, fault)).rejects.toThrow(STSServiceException)
})
