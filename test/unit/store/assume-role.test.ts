import { AssumeRoleCommand, type STSClient, STSServiceException } from '@aws-sdk/client-sts'
import { expect, test } from 'vitest'
import { createAssumeRole } from '../../../lib/store/assume-role.ts'

const role = 'arn:aws:iam::123456789012:role/results'

const sts = (respond: (input: object) => object) =>
  ({
    send: async (command: object) => respond(command instanceof AssumeRoleCommand ? command.input : {}),
  }) as unknown as Pick<STSClient, 'send'>

test('a role is assumed with the external id of the account in this stage, for the shortest time', async () => {
  const inputs: object[] = []
  const assumeRole = createAssumeRole({
    stage: 'production',
    sts: sts((input) => {
      inputs.push(input)
      return { Credentials: { AccessKeyId: 'ASIA', SecretAccessKey: 's', SessionToken: 't' } }
    }),
  })
  expect(await assumeRole('679cSZ', role)).toEqual({
    ...{ accessKeyId: 'ASIA', secretAccessKey: 's', sessionToken: 't' },
  })
  expect(inputs).toEqual([
    {
      RoleArn: role,
      RoleSessionName: 'stillframe-679cSZ',
      ExternalId: 'stillframe-production-679cSZ',
      DurationSeconds: 900,
    },
  ])
  await assumeRole('679cSZ', role, 'without external id')
  expect(inputs[1]).toEqual({ RoleArn: role, RoleSessionName: 'stillframe-679cSZ', DurationSeconds: 900 })
})

const failing = (name: string, $fault: 'client' | 'server') =>
  createAssumeRole({
    stage: 'production',
    sts: sts(() => {
      throw new STSServiceException({ name, message: '', $fault, $metadata: {} })
    }),
  })('679cSZ', role)

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
