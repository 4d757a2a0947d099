import { invalid } from './errors.ts'
import { nextOccurrence, parseExpression } from './expression.ts'
import { ExpressionError } from './expression-error.ts'

/** What a caller decides about a schedule, with the defaults filled in. Members as on the wire. */
export interface Definition {
  ScheduleExpression: string
  ScheduleExpressionTimezone: string
  /** Seconds since 1970, like `EndDate`. */
  StartDate?: number
  EndDate?: number
  Description?: string
  State: 'ENABLED' | 'DISABLED'
  KmsKeyArn?: string
  Target: Target
  FlexibleTimeWindow: { Mode: 'OFF' | 'FLEXIBLE'; MaximumWindowInMinutes?: number }
  ActionAfterCompletion: 'NONE' | 'DELETE'
}

export interface Target {
  Arn: string
  RoleArn: string
  Input?: string
  RetryPolicy: { MaximumEventAgeInSeconds: number; MaximumRetryAttempts: number }
  DeadLetterConfig?: { Arn?: string }
  SqsParameters?: { MessageGroupId?: string }
}

/** A request's body: nothing about it is known yet. */
export type Body = Record<string, unknown>

const members = [
  'ScheduleExpression',
  'ScheduleExpressionTimezone',
  'StartDate',
  'EndDate',
  'Description',
  'State',
  'KmsKeyArn',
  'Target',
  'FlexibleTimeWindow',
  'ActionAfterCompletion',
]

const defaultRetryPolicy = { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 }
const inputBytesMax = 256 * 1024
const windowMinutesMax = 1440

/** Reads a definition and refuses what AWS would refuse. */
export const readDefinition = (body: Body): Definition => {
  for (const name of ['ScheduleExpression', 'Target', 'FlexibleTimeWindow']) {
    if (body[name] == null) throw missing(name)
  }
  const given = Object.fromEntries(
    members.filter((name) => body[name] != null).map((name) => [name, body[name]]),
  )
  const target = body.Target as Partial<Target>
  const definition = {
    State: 'ENABLED',
    ScheduleExpressionTimezone: 'UTC',
    ActionAfterCompletion: 'NONE',
    ...given,
    Target: { ...target, RetryPolicy: { ...defaultRetryPolicy, ...target.RetryPolicy } },
  } as Definition
  checkTarget(definition.Target)
  checkChoice('state', definition.State, ['ENABLED', 'DISABLED'])
  checkChoice('actionAfterCompletion', definition.ActionAfterCompletion, ['NONE', 'DELETE'])
  checkWindow(definition.FlexibleTimeWindow)
  checkTimes(definition)
  return definition
}

const missing = (name: string) =>
  invalid(
    `1 validation error detected: Value at '${name[0]?.toLowerCase()}${name.slice(1)}' failed to satisfy constraint: Member must not be null`,
  )

const checkChoice = (name: string, value: unknown, choices: string[]) => {
  if (choices.includes(String(value))) return
  throw invalid(
    `1 validation error detected: Value at '${name}' failed to satisfy constraint: Member must satisfy enum value set: [${choices.join(', ')}]`,
  )
}

const checkTarget = ({ Arn, RoleArn, Input = '', RetryPolicy }: Partial<Target>) => {
  if (!Arn) throw missing('Target.Arn')
  if (!RoleArn) throw missing('Target.RoleArn')
  if (!Arn.startsWith('arn:aws:sqs:')) throw invalid(`${Arn} is not emulated as a target: only queues are.`)
  if (Buffer.byteLength(Input) > inputBytesMax) throw invalid('Target.Input is too long.')
  const { MaximumEventAgeInSeconds: age = 0, MaximumRetryAttempts: attempts = 0 } = RetryPolicy ?? {}
  if (age < 60 || age > 86_400) throw invalid('MaximumEventAgeInSeconds must be between 60 and 86400.')
  if (attempts < 0 || attempts > 185) throw invalid('MaximumRetryAttempts must be between 0 and 185.')
}

const checkWindow = ({ Mode, MaximumWindowInMinutes: minutes }: Definition['FlexibleTimeWindow']) => {
  checkChoice('flexibleTimeWindow.mode', Mode, ['OFF', 'FLEXIBLE'])
  if (Mode === 'OFF' && !minutes) return
  const isWindow = minutes !== undefined && minutes >= 1 && minutes <= windowMinutesMax
  if (Mode === 'OFF' || !isWindow) {
    throw invalid(
      `A flexible time window has 1 to ${windowMinutesMax} minutes, and one that is off has none.`,
    )
  }
}

const checkTimes = (definition: Definition) => {
  const { StartDate, EndDate, ScheduleExpression } = definition
  if (StartDate !== undefined && EndDate !== undefined && StartDate >= EndDate) {
    throw invalid('The StartDate must come before the EndDate.')
  }
  try {
    parse(definition)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw invalid(`Invalid Schedule Expression ${ScheduleExpression}. ${error.message}`)
  }
}

const parse = ({ ScheduleExpression, ScheduleExpressionTimezone }: Definition) =>
  parseExpression(ScheduleExpression, ScheduleExpressionTimezone)

export const isOneTime = ({ ScheduleExpression }: Definition) => ScheduleExpression.startsWith('at(')

/**
 * The next time a schedule is due after `afterMs`, or null. A rate without a start date begins at `anchorMs`; a
 * one-time schedule ignores start and end, as in AWS.
 */
export const nextTimeOf = (definition: Definition, afterMs: number, anchorMs: number): number | null => {
  if (definition.State === 'DISABLED') return null
  const expression = parse(definition)
  if (expression.kind === 'at') return nextOccurrence(expression, afterMs, anchorMs) ?? null
  const { StartDate, EndDate } = definition
  const startMs = StartDate === undefined ? undefined : Math.round(StartDate * 1000)
  const fromMs = startMs === undefined ? afterMs : Math.max(afterMs, startMs - 1)
  const nextMs = nextOccurrence(expression, fromMs, startMs ?? anchorMs)
  if (nextMs === undefined || (EndDate !== undefined && nextMs > EndDate * 1000)) return null
  return nextMs
}
