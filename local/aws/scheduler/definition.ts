import { parseCron } from './cron.ts'
import { invalid } from './errors.ts'
import { ExpressionError } from './expression-error.ts'

/** What a caller decides about a schedule. Members as on the wire. */
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

/** A request's body: nothing about it is known yet. */
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

/** Reads a definition. Refuses what AWS would refuse, and what is not emulated. */
export const readDefinition = (body: Body): Definition => {
  for (const name of required) if (body[name] == null) throw missing(name)
  const unknown = Object.keys(body).find((name) => ![...required, ...ignored].includes(name))
  if (unknown !== undefined) throw invalid(`${unknown} is not emulated: the service does not use it.`)
  const { Mode } = body.FlexibleTimeWindow as { Mode?: string }
  if (Mode !== 'OFF') throw invalid('Only FlexibleTimeWindow.Mode OFF is emulated.')
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
  if (!Arn.startsWith('arn:aws:sqs:')) throw invalid(`${Arn} is not emulated as a target: only queues are.`)
  if (Buffer.byteLength(Input) > inputBytesMax) throw invalid('Target.Input is too long.')
  const { MaximumEventAgeInSeconds: age, MaximumRetryAttempts: attempts } = RetryPolicy
  if (!(age >= 60 && age <= 86_400)) throw invalid('MaximumEventAgeInSeconds must be between 60 and 86400.')
  if (!(attempts >= 0 && attempts <= 185)) throw invalid('MaximumRetryAttempts must be between 0 and 185.')
}

const checkExpression = (expression: string, timeZone: string) => {
  try {
    parseCron(expression, timeZone)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw invalid(`Invalid Schedule Expression ${expression}. ${error.message}`)
  }
}
