import { Button, Group, Paper, Table, Text } from '@mantine/core'
import { lazy } from 'react'
import { Link, Route, Switch, useSearchParams } from 'wouter'
import type { BatchView } from '../../../lib/schema/batches.ts'
import { useBatchList } from '../api/batches.ts'
import { operationTitles } from '../parameters/operation-titles.ts'
import { Paging } from '../requests/paging.tsx'
import { formatNumber } from '../shared/format.ts'
import { Layers, Plus } from '../shared/icons.tsx'
import { NotFound } from '../shared/not-found.tsx'
import { Page } from '../shared/page.tsx'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { Time } from '../shared/time.tsx'
import { BatchProgress, BatchStatus } from './batch-progress.tsx'
import classes from './batches.module.css'

// The list needs neither the schemas nor the form.
const NewBatch = lazy(async () => ({ default: (await import('./new-batch.tsx')).NewBatch }))
const BatchPage = lazy(async () => ({ default: (await import('./batch-page.tsx')).BatchPage }))

/** The batches: the list, one of them, and the form. */
export const Batches = () => (
  <Switch>
    <Route path="/batches" component={BatchList} />
    <Route path="/batches/new" component={NewBatch} />
    <Route path="/batches/:id" component={BatchPage} />
    <Route component={NotFound} />
  </Switch>
)

const NewButton = () => (
  <Button component={Link} href="/batches/new" leftSection={<Plus size={16} aria-hidden />} size="xs">
    New batch
  </Button>
)

const pageSize = '25'

const BatchList = () => {
  const [search] = useSearchParams()
  const cursor = search.get('cursor')
  const query = { limit: pageSize, ...(cursor && { cursor }) }
  return (
    <Page
      title="Batches"
      description="Lists of pages that are rendered in the background. Each render costs one hit."
      call={`/v1/batches?${new URLSearchParams(query)}`}
      actions={<NewButton />}
    >
      <Loaded query={useBatchList(query)}>
        {({ batches, cursor: next }) =>
          batches.length === 0 && next === null ? (
            <Paper>
              <EmptyState icon={Layers} title="No batches yet">
                A batch renders up to 1,000 pages of a CSV file, or up to 10,000 pages of a sitemap. Batches
                are kept until 30 days after their end.
                <Group justify="center" mt="md">
                  <NewButton />
                </Group>
              </EmptyState>
            </Paper>
          ) : (
            <>
              <BatchTable batches={batches} />
              <Paging cursor={next} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const BatchTable = ({ batches }: { batches: readonly BatchView[] }) => (
  <Paper p={0} className={classes.box}>
    <Table highlightOnHover verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Batch</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th className={classes.progress}>Progress</Table.Th>
          <Table.Th className={classes.wide}>Failed</Table.Th>
          <Table.Th className={classes.wide}>Created</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {batches.map((batch) => (
          <Table.Tr key={batch.id}>
            <Table.Td className={classes.name}>
              <Link href={`/batches/${batch.id}`} className={classes.link}>
                {operationTitles[batch.operation]} of {formatNumber(batch.total)}{' '}
                {batch.total === 1 ? 'page' : 'pages'}
              </Link>
              <Text size="xs" c="dimmed" truncate>
                {batch.sitemap ?? 'a list'}
                <span className={classes.narrow}>
                  , <Time seconds={batch.created} inRow />
                </span>
              </Text>
            </Table.Td>
            <Table.Td>
              <BatchStatus batch={batch} />
            </Table.Td>
            <Table.Td className={classes.progress}>
              <BatchProgress batch={batch} />
            </Table.Td>
            <Table.Td className={classes.wide}>{formatNumber(batch.failed)}</Table.Td>
            <Table.Td className={classes.wide}>
              <Time seconds={batch.created} inRow />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Paper>
)
