import { Table, Text } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time } from '../shared/time.tsx'
import classes from './request-rows.module.css'

interface Props {
  requests: readonly RequestView[]
  /** Kept in the address when a request is opened. */
  search?: string
}

/** A table of requests. Each row opens the request. */
export const RequestRows = ({ requests, search = '' }: Props) => {
  const [, navigate] = useLocation()
  return (
    <Table highlightOnHover className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Request</Table.Th>
          <Table.Th className={classes.wide}>Operation</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Created</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {requests.map((request) => {
          const href = `/requests/${request.id}${search}`
          return (
            <Table.Tr key={request.id} className={classes.row} onClick={() => navigate(href)}>
              <Table.Td className={classes.name}>
                <Link href={href} className={classes.link} onClick={(event) => event.stopPropagation()}>
                  {request.id}
                </Link>
                <Text size="xs" c="dimmed" className={classes.narrow}>
                  {request.operation}
                </Text>
              </Table.Td>
              <Table.Td className={classes.wide}>{request.operation}</Table.Td>
              <Table.Td>
                <StatusBadge status={request.status} />
              </Table.Td>
              <Table.Td>
                <Time seconds={request.created} />
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
