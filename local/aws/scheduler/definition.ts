import { parseCron } from './cron.ts'
import { ExpressionError, invalid } from './errors.ts'

/** The caller's definition of a schedule. Members are named as in the API. */
export interface Definition {
  ScheduleExpression: string
  ScheduleExpressionTimezone: string
  State: 'ENABLED' | 'DISABLED'
  Target: Target
}

export interface Target {
  Arn: string
  RoleArn: string
  Input?: string
  RetryPolicy: { MaximumEventAgeInSeconds: number; MaximumRetryAttempts: number }
  DeadLetterConfig?: { Arn?: string }
}

/** A request's unvalidated body. */
export type Body = Record<string, unknown>

const required = [
  'ScheduleExpression',
  'ScheduleExpressionTimezone',
  'State',
  'Target',
  'FlexibleTimeWindow',
] as const
const ignored = ['GroupName', 'ClientToken']
const inputBytesMax = 256 * 1024

/** Reads a definition. Throws if AWS would refuse it or the embedded cloud does not implement it. */
export const readDefinition = (body: Body): Definition => {
  for (const name of required) if (body[name] == null) throw missing(name)
  const unknown = Object.keys(body).find((name) => ![...required, ...ignored].includes(name))
  if (unknown !== undefined) throw invalid(`${unknown} is not implemented in the embedded cloud.`)
  const { Mode } = body.FlexibleTimeWindow as { Mode?: string }
  if (Mode !== 'OFF') throw invalid('FlexibleTimeWindow.Mode must be OFF in the embedded cloud.')
  const { ScheduleExpression, ScheduleExpressionTimezone, State, Target } = body as unknown as Definition
  checkTarget(Target)
  checkState(State)
  checkExpression(ScheduleExpression, ScheduleExpressionTimezone)
  return { ScheduleExpression, ScheduleExpressionTimezone, State, Target }
}

const missing = (name: string) =>
  invalid(
    `1 validation error detected: Value at '${name[0]?.toLowerCase()}${name.slice(1)}' failed to satisfy constraint: Member must not be null`,
  )

const checkState = (state: string) => {
  if (state === 'ENABLED' || state === 'DISABLED') return
  throw invalid(
    "1 validation error detected: Value at 'state' failed to satisfy constraint: Member must satisfy enum value set: [ENABLED, DISABLED]",
  )
}

const checkTarget = ({ Arn, RoleArn, Input = '', RetryPolicy }: Partial<Target>) => {
  if (!Arn) throw missing('Target.Arn')
  if (!RoleArn) throw missing('Target.RoleArn')
  if (!RetryPolicy) throw missing('Target.RetryPolicy')
  if (!Arn.startsWith('arn:aws:sqs:'))
    throw invalid(`The target ${Arn} is not implemented in the embedded cloud. It must be a queue.`)
  if (Buffer.byteLength(Input) > inputBytesMax) throw invalid('Target.Input is too long.')
  const { MaximumEventAgeInSeconds: age, MaximumRetryAttempts: attempts } = RetryPolicy
  if (!(age >= 60 && age <= 86_400)) throw invalid('MaximumEventAgeInSeconds must be between 60 and 86400.')
  if (!(attempts >= 0 && attempts <= 185)) throw invalid('MaximumRetryAttempts must be between 0 and 185.')
}

/** The last field but one, the year, of `cron(…)`. */
const dayOfWeekOf = (expression: string) => expression.replace(')', ' ').trim().split(/\s+/).at(-2) ?? ''

const checkExpression = (expression: string, timeZone: string) => {
  for (const [name, text, max] of [
    ['scheduleExpression', expression, 256],
    ['scheduleExpressionTimezone', timeZone, 50],
  ] as const)
    if (text.length > max)
      throw invalid(
        `1 validation error detected: Value at '${name}' failed to satisfy constraint: Member must have length less than or equal to ${max}`,
      )
  try {
    parseCron(expression, timeZone)
    // As documented: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
    // Schedules that were created before this was refused keep firing.
    if (dayOfWeekOf(expression).includes('/'))
      throw new ExpressionError('The field day-of-week must not contain /.')
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw invalid(`Invalid Schedule Expression ${expression}. ${error.message}`)
  }
}
