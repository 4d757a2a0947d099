import {
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  ListSchedulesCommand,
  paginateListSchedules,
  type ScheduleState,
} from '@aws-sdk/client-scheduler'
import { afterAll, expect, test } from 'vitest'
import { groupName, queueArn, type ScheduleInput, startTestScheduler } from './test-scheduler.ts'

const scheduler = await startTestScheduler()
const { create } = scheduler
const { client } = scheduler.calls
afterAll(scheduler.close)

const createGroup = (Name: string) => client.send(new CreateScheduleGroupCommand({ Name }))
const namesOf = (schedules: { Name?: string | undefined }[] = []) => schedules.map(({ Name }) => Name)

test('a group is created once', async () => {
  const { ScheduleGroupArn } = await createGroup('group')
  expect(ScheduleGroupArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule-group/group')
  await expect(createGroup('group')).rejects.toMatchObject({ name: 'ConflictException' })
})

test('a schedule is created once and deleted once', async () => {
  const { ScheduleArn } = await create('once')
  expect(ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/tasks/once')
  await expect(create('once')).rejects.toMatchObject({ name: 'ConflictException' })
  const deletion = () => client.send(new DeleteScheduleCommand({ Name: 'once', GroupName: groupName }))
  await deletion()
  await expect(deletion()).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await expect(create('s', { GroupName: 'none' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  })
})

test.each<[string, ScheduleInput]>([
  ['an unknown time zone', { ScheduleExpressionTimezone: 'Mars/Olympus' }],
  ['a cron expression with both days', { ScheduleExpression: 'cron(0 9 * * * *)' }],
  ['a rate', { ScheduleExpression: 'rate(1 minute)' }],
  ['a flexible window', { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1 } }],
  ['a start date', { StartDate: new Date() }],
  ['an unknown state', { State: 'PAUSED' as ScheduleState }],
  ['an input of more than 256 KiB', { Target: { Input: 'x'.repeat(256 * 1024 + 1) } }],
  ['a target without a role', { Target: { RoleArn: undefined } }],
  ['a target that is not a queue', { Target: { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:f' } }],
  ['186 retries', { Target: { RetryPolicy: { MaximumRetryAttempts: 186, MaximumEventAgeInSeconds: 60 } } }],
])('a schedule with %s is refused', async (_what, more) => {
  await expect(create('refused', more)).rejects.toMatchObject({
    name: 'ValidationException',
    $metadata: { httpStatusCode: 400 },
  })
})

test('a name with a space is refused', async () => {
  await expect(create('a b')).rejects.toMatchObject({ name: 'ValidationException' })
})

test('schedules are listed by group and prefix of the name', async () => {
  await createGroup('listed')
  await create('ab', { GroupName: 'listed' })
  await create('ac', { GroupName: 'listed', State: 'DISABLED' })
  await create('b', { GroupName: 'listed' })
  const list = async (filter: object) =>
    (await client.send(new ListSchedulesCommand({ GroupName: 'listed', ...filter }))).Schedules
  expect(namesOf(await list({}))).toEqual(['ab', 'ac', 'b'])
  expect(await list({ NamePrefix: 'a' })).toMatchObject([
    { Name: 'ab', GroupName: 'listed', State: 'ENABLED', Target: { Arn: queueArn('runs') } },
    { Name: 'ac', CreationDate: new Date(scheduler.clock.nowMs), State: 'DISABLED' },
  ])
  expect(await list({ NamePrefix: 'abc' })).toEqual([])
})

test.each([{ MaxResults: 7 }, {}])(
  '250 schedules are listed in pages without repetition, with %o',
  async (filter) => {
    const group = `many-${filter.MaxResults}`
    await createGroup(group)
    const names = Array.from({ length: 250 }, (_, index) => `s${index}`)
    await Promise.all(names.map((name) => create(name, { GroupName: group })))
    const found: (string | undefined)[] = []
    for await (const page of paginateListSchedules({ client }, { GroupName: group, ...filter }))
      found.push(...namesOf(page.Schedules))
    expect(found).toEqual(names.toSorted())
  },
)

test.each([{ MaxResults: 101 }, { MaxResults: 0 }])('a list with %o is refused', async (filter) => {
  const listing = client.send(new ListSchedulesCommand({ GroupName: groupName, ...filter }))
  await expect(listing).rejects.toMatchObject({ name: 'ValidationException' })
})

test.each([
  ['GET', '/schedules/once'],
  ['PUT', '/schedules/once'],
  ['GET', '/schedule-groups'],
  ['DELETE', '/schedule-groups/tasks'],
])('%s %s is not implemented and says so', async (method, path) => {
  const response = await fetch(scheduler.url + path, {
    method,
    headers: { authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/scheduler/aws4_request' },
  })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ Message: expect.stringContaining('is not implemented') })
})
