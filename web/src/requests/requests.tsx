import { Button, Drawer, Group, Pill, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import { useRequestList } from '../api/requests.ts'
import { serverNowMs } from '../api/server-clock.ts'
import { FirstCall } from '../shared/first-call.tsx'
import { ScrollText, Search } from '../shared/icons.tsx'
import { Page } from '../shared/page.tsx'
import { EmptyState, Loaded, LoadingLines } from '../shared/states.tsx'
import { useNowSeconds } from '../shared/time.tsx'
import { Paging } from './paging.tsx'
import { RequestDetails } from './request-details.tsx'
import { RequestRows } from './request-rows.tsx'
import classes from './requests.module.css'

/** The filters, which are parameters of the address and of the API. */
const filters = [
  { name: 'status', label: 'Status', values: ['queued', 'done', 'failed'] },
  { name: 'operation', label: 'Operation', values: renderOperationIds },
  { name: 'since', label: 'Created', values: ['last hour', 'last 24 hours', 'last 7 days'] },
] as const

const hourSeconds = 3600

/** How far back each choice reaches. */
const spans: Readonly<Record<string, number>> = {
  'last hour': hourSeconds,
  'last 24 hours': 24 * hourSeconds,
  'last 7 days': 7 * 24 * hourSeconds,
}

const pageSize = '25'

/** The requests of the account, with filters. One of them can be open. */
export const Requests = () => {
  const { id } = useParams<{ id?: string }>()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const query = toQuery(search, useMinute())
  const suffix = search.size === 0 ? '' : `?${search}`
  const list = useRequestList(query, { live: !search.has('cursor') })
  // The way back from a closed drawer leads past it.
  const close = () =>
    history.state?.isFromList ? history.back() : navigate(`/requests${suffix}`, { replace: true })
  return (
    <Page
      title="Requests"
      description="Every render of the last 7 days, newest first. Background and stored renders stay for 30 days."
      call={`/v1/requests?${new URLSearchParams(query)}`}
    >
      <FilterBar
        freshness={
          <Freshness updatedMs={list.dataUpdatedAt} isLive={list.data?.requests.some(isQueued) ?? false} />
        }
      />
      <Loaded query={list} loading={<LoadingLines lines={8} height={36} />}>
        {({ requests, cursor }) =>
          requests.length === 0 && cursor === null ? (
            <NoRequests isFiltered={search.size > 0} />
          ) : (
            <>
              {requests.length === 0 ? (
                <EmptyState icon={ScrollText} title="No match so far">
                  The newest requests were searched. Choose Older to search on.
                </EmptyState>
              ) : (
                <div className={list.isPlaceholderData ? classes.stale : undefined}>
                  <RequestRows requests={requests} search={suffix} selected={id} />
                </div>
              )}
              <Paging cursor={cursor} />
            </>
          )
        }
      </Loaded>
      <Drawer
        opened={id !== undefined}
        onClose={close}
        position="right"
        size="min(40rem, 100vw)"
        title="Request"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {id !== undefined && <RequestDetails id={id} onDeleted={close} />}
      </Drawer>
    </Page>
  )
}

const isQueued = ({ status }: { status: string }) => status === 'queued'

const minuteSeconds = 60

/** Returns the time at which the page was opened. The query then stays the same. */
const useMinute = () => useState(() => Math.floor(serverNowMs() / 1000 / minuteSeconds) * minuteSeconds)[0]

/** Returns the parameters of the API call. Unknown ones of the address are ignored. */
const toQuery = (search: URLSearchParams, nowSeconds: number): Record<string, string> => {
  const given = ['status', 'operation', 'search', 'task_id', 'batch_id', 'key_id', 'cursor'].flatMap(
    (name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    },
  )
  const span = spans[search.get('since') ?? '']
  return {
    ...Object.fromEntries(given),
    ...(span !== undefined && { from: String(nowSeconds - span) }),
    limit: pageSize,
  }
}

const FilterBar = ({ freshness }: { freshness: ReactNode }) => {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string | null, replace = false) =>
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.delete('cursor')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace },
    )
  return (
    <Group gap="sm" className={classes.filters}>
      <SearchField value={search.get('search') ?? ''} onSearch={(text) => set('search', text, true)} />
      {filters.map(({ name, label, values }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={label}
          data={[...values]}
          value={search.get(name)}
          onChange={(value) => set(name, value)}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}`, tabIndex: 0 }}
          className={classes.filter}
          size="sm"
        />
      ))}
      {['task', 'batch', 'key'].map((subject) => {
        const id = search.get(`${subject}_id`)
        return (
          id && (
            <Pill
              key={subject}
              withRemoveButton
              onRemove={() => set(`${subject}_id`, null)}
              removeButtonProps={{ 'aria-label': `Clear the ${subject}` }}
            >
              {subject} {id}
            </Pill>
          )
        )
      })}
      {search.size > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setSearch({})}>
          Clear all
        </Button>
      )}
      <span className={classes.spacer} />
      {freshness}
    </Group>
  )
}

const typingMs = 400

const SearchField = ({ value, onSearch }: { value: string; onSearch: (text: string) => void }) => {
  const [text, setText] = useState(value)
  const searchLater = useDebouncedCallback((typed: string) => onSearch(typed.trim()), typingMs)
  // Clearing all filters clears the field.
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      type="search"
      aria-label="Search requests"
      placeholder="URL, id or external id"
      leftSection={<Search size={14} aria-hidden />}
      maxLength={500}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        searchLater(currentTarget.value)
      }}
      className={classes.search}
      size="sm"
    />
  )
}

const secondMs = 1000

/** Says how old the rows are, and whether they update automatically. */
const Freshness = ({ updatedMs, isLive }: { updatedMs: number; isLive: boolean }) => {
  const now = useNowSeconds(secondMs)
  if (updatedMs === 0) return null
  const age = Math.max(0, now - Math.floor(updatedMs / secondMs))
  return (
    <Text size="xs" c="dimmed" className={classes.freshness}>
      {isLive && <span className={classes.dot} aria-hidden />}
      {isLive ? 'Live, updated' : 'Updated'} {age < 2 ? 'just now' : `${age} s ago`}
    </Text>
  )
}

const NoRequests = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={ScrollText} title="No request matches these filters">
      Clear a filter, or wait until such a request was sent.
    </EmptyState>
  ) : (
    <EmptyState icon={ScrollText} title="No requests yet">
      Each render appears here a moment after its response. This command sends one:
      <FirstCall />
    </EmptyState>
  )
