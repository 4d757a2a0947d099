import { type TableName, tableNames } from '../infra/tables.ts'
import { toName } from './names.ts'
import { conditionsOf, type Grant, permissions, type Target, tracing } from './permissions.ts'
import type { Queues } from './queues.ts'
import type { Storage } from './storage.ts'
import type { Tasks } from './tasks.ts'

export interface Resources {
  storage: Storage
  queues: Queues
  tasks: Tasks
  /** `ALERT_EMAIL_FROM`. */
  alertSender: string | undefined
}

/** Returns the statements of a function's role: its entry in permissions.ts with ARNs. */
export const statementsOf = (functionName: string, logGroupName: string, resources: Resources) => {
  const grants = permissions[functionName]
  if (!grants) throw new Error(`stacks/permissions.ts has no entry for the function ${functionName}.`)
  const region = aws.getRegionOutput({}).region
  const account = aws.getCallerIdentityOutput({}).accountId
  const logs = {
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [$interpolate`arn:aws:logs:${region}:${account}:log-group:${logGroupName}:*`],
  }
  const given = grants.filter(
    ({ on }) => resources.alertSender !== undefined || !on.includes('emails:alerts'),
  )
  const statements = [tracing, ...given].map((grant) => toStatement(grant, resources))
  return [logs, ...statements, ...(grants.some(assumesRoles) ? [denyOwnRoles(account)] : [])]
}

const assumesRoles = ({ on }: Grant) => on.includes('roles:others')

/** An account of the service names the role. Some roles of this AWS account trust every principal of it. */
const denyOwnRoles = (account: $util.Input<string>) => ({
  effect: 'deny' as const,
  actions: ['sts:AssumeRole'],
  resources: [$interpolate`arn:aws:iam::${account}:role/*`],
})

/**
 * Returns what Lambda needs to attach a function to a VPC. The code of the function may not use it:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html#configuration-vpc-permissions
 */
export const networkStatements = (functionName: string) => {
  const changes = [
    'ec2:CreateNetworkInterface',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ]
  const reads = ['ec2:DescribeNetworkInterfaces', 'ec2:DescribeSubnets']
  const region = aws.getRegionOutput({}).region
  const account = aws.getCallerIdentityOutput({}).accountId
  const arn = $interpolate`arn:aws:lambda:${region}:${account}:function:${toName(functionName)}`
  const fromCode = { test: 'ArnEquals', variable: 'lambda:SourceFunctionArn', values: [arn] }
  const onAny = { actions: [...changes, ...reads], resources: ['*'] }
  return [onAny, { ...onAny, effect: 'deny' as const, conditions: [fromCode] }]
}

const fromSender = ({ alertSender = '' }: Resources) => ({
  test: 'StringEquals',
  variable: 'ses:FromAddress',
  values: [alertSender],
})

const toStatement = ({ actions, on }: Grant, resources: Resources) => {
  const conditions = [...conditionsOf(on), ...(on.includes('emails:alerts') ? [fromSender(resources)] : [])]
  return {
    actions: [...actions],
    resources: on.map((target) => arnOf(target, resources)),
    ...(conditions.length > 0 && { conditions }),
  }
}

const arnOf = (target: Target, { storage, queues, tasks }: Resources): $util.Input<string> => {
  const { tables, results } = storage
  const table = tableNames.find((name) => target === `table:${name}`)
  if (table) return tables[table].arn
  const arns: Record<Exclude<Target, `table:${TableName}`>, () => $util.Input<string>> = {
    'status:accounts': () => tables.accounts.arn,
    'keys:accounts': () => tables.accounts.arn,
    'storage:accounts': () => tables.accounts.arn,
    'subscriptions:accounts': () => tables.accounts.arn,
    'index:requests/open': () => $interpolate`${tables.requests.arn}/index/open`,
    'index:tasks/byAccount': () => $interpolate`${tables.tasks.arn}/index/byAccount`,
    'objects:cache': () => $interpolate`${results.arn}/cache/*`,
    'objects:inputs': () => $interpolate`${results.arn}/inputs/*`,
    'queue:render': () => queues.render.arn,
    'queue:webhook': () => queues.webhook.arn,
    'queue:renderDeadLetters': () => queues.renderDeadLetters.arn,
    'queue:webhookDeadLetters': () => queues.webhookDeadLetters.arn,
    'schedules:tasks': () => schedulesOf(tasks.group.name),
    'schedules:any': () => schedulesOf('*'),
    'role:scheduler': () => tasks.role.arn,
    'roles:others': () => 'arn:aws:iam::*:role/*',
    'key:storage': () => storage.key.arn,
    // The address or its domain, and its default configuration set.
    'emails:alerts': emails,
    everything: () => '*',
  }
  return arns[target as keyof typeof arns]()
}

const emails = () => {
  const region = aws.getRegionOutput({}).region
  const account = aws.getCallerIdentityOutput({}).accountId
  return $interpolate`arn:aws:ses:${region}:${account}:*`
}

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridgescheduler.html */
const schedulesOf = (group: $util.Input<string>) => {
  const region = aws.getRegionOutput({}).region
  const account = aws.getCallerIdentityOutput({}).accountId
  return $interpolate`arn:aws:scheduler:${region}:${account}:schedule/${group}/*`
}
