import { Anchor, Button, Group, Table, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { UsageHistory } from '../../../lib/schema/usage.ts'
import { useAccessKeys } from '../api/access-keys.ts'
import { useUsageHistory } from '../api/usage.ts'
import classes from '../overview/overview.module.css'
import { Copy } from '../shared/copy.tsx'
import { formatNumber } from '../shared/format.ts'
import { Download } from '../shared/icons.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { HitsCard, RateCard } from './usage-cards.tsx'
import { formatDay, operations, sumByOperation, totalOf, toUsageCsv } from './usage-days.ts'
import { UsagePanel, useDays } from './usage-panel.tsx'

const standard = '30'

/** The hits of the account by day and operation. */
export const Usage = () => {
  const days = useDays(standard)
  const history = useUsageHistory(Number(days))
  return (
    <Page
      title="Usage"
      description="A successful render of any operation is one hit. Days are in UTC."
      call={['/v1/usage', `/v1/usage/history?days=${days}`]}
    >
      <div className={classes.cards}>
        <HitsCard />
        <RateCard />
      </div>
      <UsagePanel standard={standard} />
      <Panel title="Renders of each day" aside={history.data && <CsvButtons days={history.data.days} />}>
        <Loaded query={history}>{(data) => <DaysTable days={data.days} />}</Loaded>
      </Panel>
      <Panel title="Renders of each access key">
        <Loaded query={history}>{(data) => <KeysTable keys={data.keys} />}</Loaded>
      </Panel>
    </Page>
  )
}

const CsvButtons = ({ days }: Pick<UsageHistory, 'days'>) => {
  const csv = toUsageCsv(days)
  return (
    <Group gap="xs">
      <Copy text={csv} what="the table as CSV" label="Copy as CSV" />
      <Button
        component="a"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`}
        download={`usage-${days.at(-1)?.date}.csv`}
        variant="default"
        size="xs"
        leftSection={<Download size={14} aria-hidden />}
      >
        Download CSV
      </Button>
    </Group>
  )
}

const KeysTable = ({ keys }: Pick<UsageHistory, 'keys'>) => {
  const { data } = useAccessKeys()
  const nameOf = (id: string) => data?.keys.find((key) => key.id === id)?.name
  return keys.length === 0 ? (
    <Text size="sm" c="dimmed">
      No access key has rendered in these months.
    </Text>
  ) : (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Month</Table.Th>
          <Table.Th>Access key</Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th ta="right">Renders</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map(({ month, id, hits }) => (
          <Table.Tr key={month + id}>
            <Table.Td>{month}</Table.Td>
            <Table.Td ff="monospace">
              <Anchor component={Link} href={`/requests?key_id=${encodeURIComponent(id)}`} size="sm">
                {id}
              </Anchor>
            </Table.Td>
            <Table.Td>{nameOf(id) ?? '–'}</Table.Td>
            <Table.Td ta="right">{formatNumber(hits)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const DaysTable = ({ days }: Pick<UsageHistory, 'days'>) => {
  const used = days.filter((day) => totalOf(day) > 0).reverse()
  const sums = sumByOperation(days)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label="Table of the renders of each day">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            {operations.map((name) => (
              <Table.Th key={name} ta="right">
                {name}
              </Table.Th>
            ))}
            <Table.Th ta="right">all</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {used.map((day) => (
            <Table.Tr key={day.date}>
              <Table.Th fw={400} className={classes.day}>
                {formatDay(day.date)}
              </Table.Th>
              {operations.map((name) => (
                <Table.Td key={name} ta="right">
                  {formatNumber(day.hits[name])}
                </Table.Td>
              ))}
              <Table.Td ta="right">{formatNumber(totalOf(day))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th className={classes.day}>All {days.length} days</Table.Th>
            {operations.map((name) => (
              <Table.Th key={name} ta="right">
                {formatNumber(sums[name])}
              </Table.Th>
            ))}
            <Table.Th ta="right">
              {formatNumber(Object.values(sums).reduce((sum, hits) => sum + hits, 0))}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  )
}
