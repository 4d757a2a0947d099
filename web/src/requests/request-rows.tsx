import { Paper, Table, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { describeResult } from '../results/describe-result.ts'
import { Thumbnail } from '../results/thumbnail.tsx'
import { formatDuration } from '../shared/format.ts'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time } from '../shared/time.tsx'
import { useShortcuts } from '../shared/use-shortcuts.ts'
import classes from './request-rows.module.css'

interface Props {
  requests: readonly RequestView[]
  /** Kept in the address when a request is opened. */
  search?: string | undefined
  /** The id of the request that is open. */
  selected?: string | undefined
}

/** A table of requests. Each row opens the request. */
export const RequestRows = ({ requests, search, selected }: Props) => {
  const [, navigate] = useLocation()
  const body = useRef<HTMLTableSectionElement>(null)
  const move = (step: number) => {
    const links = [...(body.current?.querySelectorAll('a') ?? [])]
    const index = links.indexOf(document.activeElement as HTMLAnchorElement)
    links[Math.min(links.length - 1, Math.max(0, index + step))]?.focus()
  }
  useShortcuts([
    { keys: 'j', run: () => move(1) },
    { keys: 'k', run: () => move(-1) },
  ])
  useEffect(() => {
    if (selected) document.getElementById(`row-${selected}`)?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <Paper p={0} className={classes.box}>
      <Table highlightOnHover verticalSpacing="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.image} aria-label="Result" />
            <Table.Th>Page</Table.Th>
            <Table.Th className={classes.wide}>Operation</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th className={classes.wide}>Took</Table.Th>
            <Table.Th className={classes.wide}>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {requests.map((request) => {
            const href = `/requests/${request.id}${search ?? ''}`
            const options = { state: { isFromList: search !== undefined } }
            return (
              <Table.Tr
                key={request.id}
                id={`row-${request.id}`}
                className={classes.row}
                data-selected={request.id === selected || undefined}
                onClick={() => navigate(href, options)}
              >
                <Table.Td className={classes.image}>
                  <Thumbnail request={request} />
                </Table.Td>
                <Table.Td className={classes.name}>
                  <Link
                    href={href}
                    {...options}
                    className={classes.link}
                    aria-label={request.url ?? 'HTML document'}
                    onClick={(event) => event.stopPropagation()}
                  >
                    <Address text={request.url ?? 'HTML document'} />
                  </Link>
                  <Text size="xs" c="dimmed" className={classes.facts}>
                    <span className={classes.narrow}>{request.operation} </span>
                    {request.error ? request.error.code : describeResult(request)}
                    <span className={classes.narrow}>
                      {' '}
                      · <Time seconds={request.created} inRow />
                    </span>
                  </Text>
                </Table.Td>
                <Table.Td className={classes.wide}>{request.operation}</Table.Td>
                <Table.Td>
                  <StatusBadge status={request.status} />
                  {(request.page_status ?? 0) >= 400 && (
                    <Text size="xs" c="dimmed" className={classes.facts}>
                      page: {request.page_status}
                    </Text>
                  )}
                  {request.webhook?.status === 'failed' && (
                    <Text size="xs" c="red" className={classes.facts}>
                      webhook failed
                    </Text>
                  )}
                </Table.Td>
                <Table.Td className={classes.wide}>
                  {request.duration_ms === null ? '–' : formatDuration(request.duration_ms)}
                </Table.Td>
                <Table.Td className={classes.wide}>
                  <Time seconds={request.created} inRow />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

/** How many characters of the end of a URL are always shown, because they tell the pages of a site apart. */
const endLength = 14

/** A URL in one line, which is cut in the middle. */
const Address = ({ text }: { text: string }) => {
  const [, scheme = '', rest = text] = /^(https?:\/\/)(.*)$/.exec(text) ?? []
  const end = Math.max(0, rest.length - endLength)
  return (
    <>
      <span className={classes.wide}>{scheme}</span>
      <span className={classes.begin}>{rest.slice(0, end)}</span>
      <span>{rest.slice(end)}</span>
    </>
  )
}
