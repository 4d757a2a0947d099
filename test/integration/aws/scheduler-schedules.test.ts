import {
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  GetScheduleGroupCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  ListTagsForResourceCommand,
  paginateListSchedules,
  type ScheduleState,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler'
import { afterAll, expect, test } from 'vitest'
import { queueArn, type ScheduleInput, scheduleOf, startTestScheduler } from './test-scheduler.ts'

const scheduler = await startTestScheduler()
const { create } = scheduler
const { client } = scheduler.calls
afterAll(scheduler.close)

const createGroup = (Name: string) => client.send(new CreateScheduleGroupCommand({ Name }))
const namesOf = (schedules: { Name?: string | undefined }[] = []) => schedules.map(({ Name }) => Name)

test('groups are created, read, listed and deleted', async () => {
  const { ScheduleGroupArn } = await createGroup('group')
  expect(ScheduleGroupArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule-group/group')
  const group = await client.send(new GetScheduleGroupCommand({ Name: 'group' }))
  expect(group).toMatchObject({ Name: 'group', State: 'ACTIVE', CreationDate: expect.any(Date) })
  const { ScheduleGroups } = await client.send(new ListScheduleGroupsCommand())
  expect(namesOf(ScheduleGroups)).toEqual(['default', 'group'])
  await expect(createGroup('group')).rejects.toMatchObject({ name: 'ConflictException' })
  await client.send(new DeleteScheduleGroupCommand({ Name: 'group' }))
  await expect(client.send(new GetScheduleGroupCommand({ Name: 'group' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    $metadata: { httpStatusCode: 404 },
  })
  const deleting = client.send(new DeleteScheduleGroupCommand({ Name: 'default' }))
  await expect(deleting).rejects.toMatchObject({ name: 'ValidationException' })
})

test('groups have tags', async () => {
  const Tags = [{ Key: 'a', Value: '1' }]
  const { ScheduleGroupArn: ResourceArn = '' } = await client.send(
    new CreateScheduleGroupCommand({ Name: 'tagged', Tags }),
  )
  const added = [
    { Key: 'a', Value: '2' },
    { Key: 'b', Value: '3' },
  ]
  await client.send(new TagResourceCommand({ ResourceArn, Tags: added }))
  const list = async () => (await client.send(new ListTagsForResourceCommand({ ResourceArn }))).Tags
  expect(await list()).toEqual(added)
  await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['a'] }))
  expect(await list()).toEqual([{ Key: 'b', Value: '3' }])
})

const StartDate = new Date('2030-01-01T00:00:00Z')
const EndDate = new Date('2030-06-01T00:00:00Z')

const everything = {
  Description: 'all there is',
  ScheduleExpression: 'cron(0 9 ? * MON-FRI *)',
  ScheduleExpressionTimezone: 'Europe/Paris',
  StartDate,
  EndDate,
  State: 'ENABLED',
  FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
  ActionAfterCompletion: 'DELETE',
  Target: {
    Input: '{"job":1}',
    RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 60 },
    DeadLetterConfig: { Arn: queueArn('dead') },
    SqsParameters: { MessageGroupId: 'x' },
  },
} satisfies ScheduleInput

test('a schedule comes back as it was created', async () => {
  await createGroup('whole')
  const { ScheduleArn } = await create('s', { ...everything, GroupName: 'whole' })
  expect(ScheduleArn).toBe('arn:aws:scheduler:us-east-1:000000000000:schedule/whole/s')
  const schedule = await client.send(new GetScheduleCommand({ Name: 's', GroupName: 'whole' }))
  expect(schedule).toMatchObject({ ...everything, Name: 's', GroupName: 'whole', Arn: ScheduleArn })
  expect(schedule.CreationDate?.getTime()).toBe(scheduler.clock.nowMs)
})

test('what is not given has the defaults of AWS', async () => {
  await create('defaults')
  expect(await client.send(new GetScheduleCommand({ Name: 'defaults' }))).toMatchObject({
    GroupName: 'default',
    State: 'ENABLED',
    ScheduleExpressionTimezone: 'UTC',
    ActionAfterCompletion: 'NONE',
    Target: { RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 } },
  })
})

test('an update replaces the whole schedule but not its age', async () => {
  await create('updated', everything)
  scheduler.clock.nowMs += 5000
  const update = scheduleOf('updated', { ScheduleExpression: 'rate(1 hours)', State: 'DISABLED' })
  await client.send(new UpdateScheduleCommand(update))
  const schedule = await client.send(new GetScheduleCommand({ Name: 'updated' }))
  expect(schedule).toMatchObject({ ScheduleExpression: 'rate(1 hours)', State: 'DISABLED' })
  for (const name of ['Description', 'StartDate', 'EndDate'] as const) expect(schedule[name]).toBeUndefined()
  expect(schedule.LastModificationDate?.getTime()).toBe(scheduler.clock.nowMs)
  expect(schedule.CreationDate?.getTime()).toBe(scheduler.clock.nowMs - 5000)
})

test('a schedule that is not there is an error the client knows by name', async () => {
  const missing = { name: 'ResourceNotFoundException' }
  await expect(client.send(new GetScheduleCommand({ Name: 'none' }))).rejects.toMatchObject(missing)
  await expect(client.send(new DeleteScheduleCommand({ Name: 'none' }))).rejects.toMatchObject(missing)
  await expect(client.send(new UpdateScheduleCommand(scheduleOf('none')))).rejects.toMatchObject(missing)
  await expect(create('s', { GroupName: 'none' })).rejects.toMatchObject(missing)
})

test.each<[string, ScheduleInput]>([
  ['an unknown time zone', { ScheduleExpressionTimezone: 'Mars/Olympus' }],
  ['a cron expression with both days', { ScheduleExpression: 'cron(0 9 * * * *)' }],
  ['a flexible window without a length', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
  ['a window of more than a day', { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1441 } }],
  ['a window that is off with a length', { FlexibleTimeWindow: { Mode: 'OFF', MaximumWindowInMinutes: 5 } }],
  ['an end before its start', { StartDate: EndDate, EndDate: StartDate }],
  ['an unknown state', { State: 'PAUSED' as ScheduleState }],
  ['an input of more than 256 KiB', { Target: { Input: 'x'.repeat(256 * 1024 + 1) } }],
  ['a target without a role', { Target: { RoleArn: undefined } }],
  ['a target that is no queue', { Target: { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:f' } }],
  ['186 retries', { Target: { RetryPolicy: { MaximumRetryAttempts: 186 } } }],
])('a schedule with %s is refused', async (_what, more) => {
  await expect(create('refused', more)).rejects.toMatchObject({
    name: 'ValidationException',
    $metadata: { httpStatusCode: 400 },
  })
})

test('a name with a space is refused', async () => {
  await expect(create('a b')).rejects.toMatchObject({ name: 'ValidationException' })
})

test('a repeated request with the same client token is the same request', async () => {
  const first = await create('token', { ClientToken: 'one' })
  expect(await create('token', { ClientToken: 'one' })).toMatchObject({ ScheduleArn: first.ScheduleArn })
  await expect(create('token', { ClientToken: 'two' })).rejects.toMatchObject({ name: 'ConflictException' })
  // A refusal is not remembered as a success.
  await expect(create('token', { ClientToken: 'two' })).rejects.toMatchObject({ name: 'ConflictException' })
  const deletion = new DeleteScheduleCommand({ Name: 'token', ClientToken: 'three' })
  await client.send(deletion)
  await client.send(deletion)
  await expect(client.send(new GetScheduleCommand({ Name: 'token' }))).rejects.toThrow()
})

test('schedules are listed by group, beginning of the name and state', async () => {
  await createGroup('listed')
  await create('ab', { GroupName: 'listed' })
  await create('ac', { GroupName: 'listed', State: 'DISABLED' })
  await create('b', { GroupName: 'listed' })
  const list = async (filter: object) => (await client.send(new ListSchedulesCommand(filter))).Schedules
  expect(namesOf(await list({ GroupName: 'listed' }))).toEqual(['ab', 'ac', 'b'])
  expect(namesOf(await list({ GroupName: 'listed', NamePrefix: 'a' }))).toEqual(['ab', 'ac'])
  expect(await list({ GroupName: 'listed', State: 'DISABLED' })).toMatchObject([
    { Name: 'ac', GroupName: 'listed', State: 'DISABLED', Target: { Arn: queueArn('runs') } },
  ])
  expect(namesOf(await list({ NamePrefix: 'ab' }))).toEqual(['ab'])
})

test('250 schedules come in pages, none twice, and go with their group', async () => {
  // The order of names and that of names behind a group differ at a hyphen.
  await createGroup('many')
  await createGroup('many-more')
  const names = Array.from({ length: 250 }, (_, index) => `s${index}`)
  await Promise.all(names.map((name) => create(name, { GroupName: 'many' })))
  await create('other', { GroupName: 'many-more' })
  const collect = async (filter: { GroupName?: string; MaxResults?: number }) => {
    const found: string[] = []
    for await (const page of paginateListSchedules({ client }, filter)) {
      found.push(...(page.Schedules ?? []).map(({ GroupName, Name }) => `${GroupName}/${Name}`))
    }
    return found
  }
  const wanted = names.map((name) => `many/${name}`).sort()
  expect((await collect({ GroupName: 'many' })).sort()).toEqual(wanted)
  const all = await collect({ MaxResults: 7 })
  expect(all).toEqual(expect.arrayContaining([...wanted, 'many-more/other']))
  expect(new Set(all).size).toBe(all.length)
  await client.send(new DeleteScheduleGroupCommand({ Name: 'many' }))
  expect(await collect({ GroupName: 'many' })).toEqual([])
})

test.each([{ MaxResults: 101 }, { MaxResults: 0 }, { NextToken: '{' }])(
  'a list with %o is refused',
  async (filter) => {
    const listing = client.send(new ListSchedulesCommand(filter))
    await expect(listing).rejects.toMatchObject({ name: 'ValidationException' })
  },
)

test('a request without a target is refused', async () => {
  const { Target: _left, ...rest } = scheduleOf('no-target')
  const creating = client.send(new CreateScheduleCommand({ ...rest, Target: undefined }))
  await expect(creating).rejects.toMatchObject({ name: 'ValidationException' })
})
