import { Text } from '@mantine/core'
import type { UsageHistory } from '../../../lib/schema/usage.ts'
import { formatNumber } from '../shared/format.ts'
import classes from './usage-chart.module.css'
import { axisFor, formatDay, operationColors, operations, sumByOperation, totalOf } from './usage-days.ts'

const labelsMax = 10

/** The renders of each day, stacked by operation. */
export const UsageChart = ({ days }: Pick<UsageHistory, 'days'>) => {
  const ticks = axisFor(Math.max(...days.map(totalOf)))
  const top = ticks.at(-1) ?? 1
  const everyLabel = Math.ceil(days.length / labelsMax)
  const sums = sumByOperation(days)
  return (
    <>
      <div className={classes.chart} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={classes.tick} style={{ bottom: `${(100 * tick) / top}%` }}>
            <span className={classes.number}>{formatNumber(tick)}</span>
          </span>
        ))}
        <div className={classes.days}>
          {days.map(({ date, hits }, index) => (
            <div key={date} className={classes.day} title={describeDay({ date, hits })}>
              {operations.map((name) => (
                <span
                  key={name}
                  className={classes.part}
                  style={{ height: `${(100 * hits[name]) / top}%`, background: operationColors[name] }}
                />
              ))}
              {/* Counted from the latest day, which always has a label. */}
              {(days.length - 1 - index) % everyLabel === 0 && (
                <span className={classes.label}>{formatDay(date)}</span>
              )}
            </div>
          ))}
        </div>
      </div>
      <ul className={classes.legend} aria-label={`Renders of ${days.length} days`}>
        {operations.map((name) => (
          <li key={name}>
            <span className={classes.color} style={{ background: operationColors[name] }} />
            <Text span size="sm">
              {name} {formatNumber(sums[name])}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}

const describeDay = ({ date, hits }: UsageHistory['days'][number]): string =>
  [
    formatDay(date),
    ...operations.filter((name) => hits[name] > 0).map((name) => `${name} ${formatNumber(hits[name])}`),
  ].join('\n')
