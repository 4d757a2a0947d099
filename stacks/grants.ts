import { type TableName, tableNames } from '../infra/tables.ts'
import { toArn, toName } from './names.ts'
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
  const logs = {
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [toArn('logs', `log-group:${logGroupName}:*`)],
  }
  const given = grants.filter(
    ({ on }) => resources.alertSender !== undefined || !on.includes('emails:alerts'),
  )
  const statements = [tracing, ...given].map((grant) => toStatement(grant, resources))
  return [logs, ...statements, ...(grants.some(assumesRoles) ? [denyOwnRoles()] : [])]
}

const assumesRoles = ({ on }: Grant) => on.includes('roles:others')

/** An account of the service names the role. Some roles of this AWS account trust every principal of it. */
const denyOwnRoles = () => ({
  effect: 'deny' as const,
  actions: ['sts:AssumeRole'],
  resources: [$interpolate`arn:aws:iam::${aws.getCallerIdentityOutput({}).accountId}:role/*`],
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
  const arn = toArn('lambda', `function:${toName(functionName)}`)
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
    'places:requests': () => tables.requests.arn,
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
    'emails:alerts': () => toArn('ses', '*'),
    everything: () => '*',
  }
  return arns[target as keyof typeof arns]()
}

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridgescheduler.html */
const schedulesOf = (group: $util.Input<string>) => toArn('scheduler', $interpolate`schedule/${group}/*`)
