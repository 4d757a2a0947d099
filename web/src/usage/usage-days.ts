import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import type { UsageHistory } from '../../../lib/schema/usage.ts'
import { dateLocale } from '../shared/format.ts'

export const operations = renderOperationIds

export type Operation = (typeof operations)[number]

/** The colors differ in lightness too, for readers who do not tell hues apart. */
export const operationColors: Readonly<Record<Operation, string>> = {
  screenshot: 'indigo.6',
  screencast: 'teal.4',
  pdf: 'orange.5',
  scrape: 'grape.7',
  snapshot: 'cyan.8',
}

type Day = UsageHistory['days'][number]

/** Returns the hits of all operations. */
export const totalOf = ({ hits }: Day): number => operations.reduce((sum, name) => sum + hits[name], 0)

/** Returns the hits of each operation over all days. */
export const sumByOperation = (days: readonly Day[]): Record<Operation, number> =>
  Object.fromEntries(
    operations.map((name) => [name, days.reduce((sum, { hits }) => sum + hits[name], 0)]),
  ) as Record<Operation, number>

/** Returns a day in short: `22 Nov`. */
export const formatDay = (date: string): string =>
  new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(date),
  )

/** Returns the days as comma-separated values with a heading. */
export const toCsv = (days: readonly Day[]): string =>
  [
    ['date', ...operations].join(','),
    ...days.map(({ date, hits }) => [date, ...operations.map((name) => hits[name])].join(',')),
  ].join('\n')
