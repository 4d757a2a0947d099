import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { UsageHistory } from '../../../lib/schema/usage.ts'
import { formatNumber } from '../shared/format.ts'
import { formatDay, operationColors, operations } from './usage-days.ts'

/** Hits by day and operation, in a separate chunk. The table next to it has the same numbers. */
const UsageChart = ({ days }: Pick<UsageHistory, 'days'>) => (
  <BarChart
    h={276}
    data={days.map(({ date, hits }) => ({ day: formatDay(date), ...hits }))}
    dataKey="day"
    type="stacked"
    series={operations.map((name) => ({ name, color: operationColors[name] }))}
    valueFormatter={formatNumber}
    withLegend
    legendProps={{ verticalAlign: 'bottom', height: 72 }}
    tickLine="none"
    maxBarWidth={36}
    barProps={{ isAnimationActive: false }}
    tooltipAnimationDuration={0}
    // With an interval, the label of the top line is moved below it to fit.
    yAxisProps={{ allowDecimals: false, width: 48, interval: 0 }}
    barChartProps={{ margin: { top: 10 } }}
    aria-hidden
    accessibilityLayer={false}
  />
)

// biome-ignore lint/style/noDefaultExport: React.lazy loads a default export.
export default UsageChart
