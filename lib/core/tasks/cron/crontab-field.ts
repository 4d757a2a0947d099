export interface CrontabField {
  title: string
  min: number
  max: number
  /** Follows the numbers in a message. */
  note?: string
}

/** In the order of a crontab. */
export const crontabFields: readonly CrontabField[] = [
  { title: 'minute', min: 0, max: 59 },
  { title: 'hour', min: 0, max: 23 },
  { title: 'day of month', min: 1, max: 31 },
  { title: 'month', min: 1, max: 12 },
  { title: 'day of week', min: 0, max: 6, note: ' (0 is Sunday)' },
]

/** A list of all sixty minutes has 170 characters. */
export const fieldLengthMax = 200

/** Returns the numbers that a field selects, sorted and without repetition. Returns undefined for an invalid field. */
export const parseField = (text: string, field: CrontabField): number[] | undefined => {
  if (text.length > fieldLengthMax) return undefined
  const parts = text.split(',').map((part) => parsePart(part, field))
  if (parts.includes(undefined)) return undefined
  return [...new Set(parts.flatMap((numbers = []) => numbers))].sort((a, b) => a - b)
}

/**
 * Returns the first step of a field that is longer than its range, with that range, or undefined. cron(8) accepts such steps, but they
 * select only the first number: a step of 90 in the minute field does not mean every 90 minutes.
 */
export const overlongStep = (text: string, { min, max }: CrontabField) =>
  text
    .split(',')
    .map((part) => {
      const [, first, last, step = ''] = /^(?:\*|(\d+)(?:-(\d+))?)\/(\d+)$/.exec(part) ?? []
      const [from, to] = last === undefined ? [min, max] : [Number(first), Number(last)]
      return { part, from, to, isOverlong: Number(step) > Math.max(to - from, 1) }
    })
    .find(({ isOverlong }) => isOverlong)

/** `*`, `5`, `5-9`, each also with a step. After a single number, a step continues to the maximum of the field. */
const parsePart = (part: string, { min, max }: CrontabField): number[] | undefined => {
  const found = /^(?:(?<star>\*)|(?<first>\d{1,2})(?:-(?<last>\d{1,2}))?)(?:\/(?<step>\d{1,3}))?$/.exec(part)
  if (!found?.groups) return undefined
  const { star, first, last, step } = found.groups
  const from = star === undefined ? Number(first) : min
  const to = star === undefined ? Number(last ?? (step === undefined ? first : max)) : max
  const by = Number(step ?? 1)
  if (from < min || to > max || from > to || by < 1) return undefined
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by)
}
