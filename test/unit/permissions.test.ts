import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { permissions } from '../../stacks/permissions.ts'

const root = join(import.meta.dirname, '../..')

const read = (file: string) => readFileSync(join(root, file), 'utf8')

const dynamo =
  (target: string) =>
  (...operations: string[]) =>
    operations.map((operation) => `dynamodb:${operation} ${target}`)
const accounts = dynamo('table:accounts')
const keys = dynamo('keys:accounts')
const usage = dynamo('table:usage')
const requests = dynamo('table:requests')
const tasks = dynamo('table:tasks')
const cache = dynamo('table:cache')
const s3 = (folder: string, ...operations: string[]) =>
  operations.map((operation) => `s3:${operation}Object objects:${folder}`)
const scheduler = (operation: string) => [`scheduler:${operation}Schedule schedules:tasks`]

/** What each method of the stores needs: IAM action and target. */
const needs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  AccountStore: {
    find: accounts('GetItem'),
    findStatus: dynamo('status:accounts')('GetItem'),
    change: keys('UpdateItem'),
    rotateAccessKey: [...keys('UpdateItem'), ...accounts('GetItem')],
    rotateSecretKey: [...keys('UpdateItem'), ...accounts('GetItem')],
  },
  UsageStore: { admit: usage('UpdateItem'), read: usage('GetItem'), readHistory: usage('GetItem') },
  HitStore: { '*': usage('GetItem', 'UpdateItem') },
  RequestStore: {
    find: requests('GetItem'),
    list: requests('Query'),
    listOpen: dynamo('index:requests/open')('Query'),
    putQueued: requests('PutItem'),
    putDone: requests('PutItem'),
    putFailed: requests('PutItem'),
    claim: requests('UpdateItem', 'GetItem'),
    release: requests('UpdateItem'),
    finish: requests('UpdateItem'),
    fail: requests('UpdateItem'),
    settle: requests('UpdateItem'),
    moveOpen: requests('UpdateItem'),
    startWebhookAttempt: requests('UpdateItem', 'GetItem'),
    endWebhookAttempt: requests('UpdateItem'),
    giveUpWebhook: requests('UpdateItem'),
    postponeWebhook: requests('UpdateItem'),
    reopenWebhook: requests('UpdateItem'),
  },
  InputStore: { put: s3('inputs', 'Put'), get: s3('inputs', 'Get'), delete: s3('inputs', 'Delete') },
  ResultStore: {
    put: s3('cache', 'Put'),
    copy: s3('cache', 'Get', 'Put'),
    open: s3('cache', 'Get'),
    remove: s3('cache', 'Delete'),
  },
  CacheStore: { find: cache('GetItem'), put: cache('PutItem') },
  IdempotencyStore: { '*': cache('PutItem', 'GetItem', 'DeleteItem') },
  TaskStore: {
    find: tasks('GetItem'),
    put: tasks('PutItem'),
    list: dynamo('index:tasks/byAccount')('Query'),
    count: dynamo('index:tasks/byAccount')('Query'),
    change: tasks('UpdateItem'),
    countRun: tasks('UpdateItem'),
    delete: tasks('DeleteItem'),
    setLatest: tasks('UpdateItem'),
    setBaseline: tasks('UpdateItem'),
    moveBaseline: tasks('UpdateItem'),
    listBaselines: tasks('Scan'),
    listScheduled: tasks('Scan'),
  },
  ScheduleStore: {
    nameOf: [],
    put: [...scheduler('Create'), 'iam:PassRole role:scheduler'],
    delete: scheduler('Delete'),
    list: ['scheduler:ListSchedules schedules:any'],
  },
  Queues: { sendRender: ['sqs:SendMessage queue:render'], sendWebhook: ['sqs:SendMessage queue:webhook'] },
}

/** The files of the stores, and the actions of commands that only the accounts command uses. */
const stores: Readonly<Record<string, { files: readonly string[]; unused?: readonly string[] }>> = {
  AccountStore: { files: ['accounts'], unused: ['PutItem', 'Scan'] },
  UsageStore: { files: ['usage', 'usage-item'] },
  HitStore: { files: ['hits', 'usage-item'] },
  RequestStore: { files: ['requests', 'request-queries', 'request-table', 'webhook-states'] },
  InputStore: { files: ['inputs'] },
  ResultStore: { files: ['results'] },
  CacheStore: { files: ['cache'] },
  IdempotencyStore: { files: ['idempotency'] },
  TaskStore: { files: ['tasks'] },
  ScheduleStore: { files: ['schedules'] },
  // Received messages are hidden and deleted by functions/queues alone.
  Queues: { files: ['queues'], unused: ['ChangeMessageVisibility', 'DeleteMessageBatch'] },
}

const operationOf: Readonly<Record<string, readonly string[]>> = {
  Get: ['GetItem'],
  Put: ['PutItem'],
  Update: ['UpdateItem'],
  Delete: ['DeleteItem'],
  CopyObject: ['GetObject', 'PutObject'],
}

/** The operations of the SDK's commands and paginators in a file. */
const commandsOf = (text: string): string[] =>
  [...text.matchAll(/new (\w+)Command\(|paginate(\w+)\(/g)].flatMap(([, command = '', page = '']) => [
    ...(operationOf[command] ?? [command || page]),
  ])

test.each(Object.entries(stores))(
  'the needs of %s cover every command in its files',
  (name, { files, unused = [] }) => {
    const found = files.flatMap((file) => commandsOf(read(`lib/store/${file}.ts`)))
    const known = Object.values(needs[name] ?? {}).flatMap((of) =>
      of.map((need) => need.split(/[: ]/)[1] ?? ''),
    )
    expect([...new Set([...found])].sort()).toEqual(
      [...new Set([...known.filter((operation) => operation !== 'PassRole'), ...unused])].sort(),
    )
  },
)

const { metafile } = await build({
  entryPoints: functions.map(({ file }) => join(root, file)),
  absWorkingDir: root,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  outdir: 'out',
  write: false,
  metafile: true,
})

/** The modules of which code is in the bundle of an entry, without those of packages. */
const modulesOf = (file: string) => {
  const output = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === file)
  return Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : [],
  )
}

/**
 * What the code of a module may call: the types of its dependencies name the methods, and the compiler enforces them. A dependency with
 * the whole type of a store may call everything.
 */
const callsOf = (text: string): string[] => {
  const names = Object.keys(needs).join('|')
  const picked = [...text.matchAll(new RegExp(`Pick<(${names}), ([^>]+)>`, 'g'))].flatMap(
    ([, store = '', methods = '']) =>
      methods.split('|').map((method) => `${store}.${method.trim().replaceAll("'", '')}`),
  )
  const whole = [...text.matchAll(new RegExp(`: (${names})$`, 'gm'))].map(([, store]) => `${store}.*`)
  return [...picked, ...whole]
}

const needsOf = (call: string): readonly string[] => {
  const [store = '', method = ''] = call.split('.')
  const methods = needs[store] ?? {}
  if (method === '*') return Object.values(methods).flat()
  const own = methods[method] ?? methods['*']
  if (!own) throw new Error(`The needs of ${call} are not listed.`)
  return own
}

/**
 * Calls that modules of a function contain but the function does not make, because two functions share the module. The guard of the e2e
 * tests (test/support/service/guarded-cloud.ts) fails if one is made after all.
 */
const sharedModules: Readonly<Record<string, readonly string[]>> = {
  // lib/http/endpoint.ts: these accept calls without a key.
  mcp: ['AccountStore.find', 'UsageStore.admit', 'UsageStore.read'],
  openapi: ['AccountStore.find', 'UsageStore.admit', 'UsageStore.read'],
  'not-found': ['AccountStore.find', 'UsageStore.admit', 'UsageStore.read'],
  // lib/jobs/hits.ts: it settles hits and refunds none that a record owes.
  usage: ['RequestStore.settle'],
  // lib/http/requests.ts and lib/http/tasks.ts have the handlers of several paths.
  requests: ['RequestStore.find'],
  request: ['Queues.sendWebhook', 'RequestStore.list', 'RequestStore.reopenWebhook'],
  'request-webhook': ['RequestStore.list'],
  task: ['TaskStore.list'],
  // functions/render.ts also makes the handlers of the API.
  'render-worker': ['AccountStore.find', 'IdempotencyStore.*', 'Queues.sendRender'],
  // lib/jobs/perform-request.ts has the error of a request whose workers died.
  'render-dead-letters': ['InputStore.get'],
}

const grantsOf = (name: string) =>
  new Set(
    (permissions[name] ?? []).flatMap(({ actions, on }) =>
      actions.flatMap((action) => on.map((target) => `${action} ${target}`)),
    ),
  )

test.each(functions)('the role of $name allows every command that its code can send', ({ name, file }) => {
  const modules = modulesOf(file).filter((path) => !path.startsWith('lib/store/'))
  expect(modules).toContain(file)
  const calls = new Set(modules.flatMap((path) => callsOf(read(path))))
  const granted = grantsOf(name)
  const refused = [...calls].filter((call) => needsOf(call).some((need) => !granted.has(need)))
  expect(refused.sort()).toEqual(sharedModules[name] ?? [])
  const can = (action: string) => [...granted].some((grant) => grant.startsWith(`sqs:${action} `))
  expect(can('ChangeMessageVisibility')).toBe(read(file).includes('queues.changeVisibility('))
  if (read(file).includes('queues.deleteBatch(')) expect(can('DeleteMessage')).toBe(true)
})

test('a store method that a new module calls must have its needs listed', () => {
  expect(callsOf("  tasks: Pick<TaskStore, 'find' | 'erase'>\n  store: HitStore\n")).toEqual([
    'TaskStore.find',
    'TaskStore.erase',
    'HitStore.*',
  ])
  expect(() => needsOf('TaskStore.erase')).toThrow('TaskStore.erase')
})
