import { Alert, Anchor, Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import { CircleAlert, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { useRequest } from '../api/requests.ts'
import { AsCurl } from '../shared/as-curl.tsx'
import { Copy } from '../shared/copy.tsx'
import { formatDuration } from '../shared/format.ts'
import { findRemedy } from '../shared/remedies.ts'
import { Loaded, LoadingLines } from '../shared/states.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time, useNowSeconds } from '../shared/time.tsx'
import classes from './request-details.module.css'
import { kindOf, toLocalPath } from './result-file.ts'
import { WebhookAttempts } from './webhook-attempts.tsx'

/** Everything about one request. */
export const RequestDetails = ({ id }: { id: string }) => (
  <Loaded query={useRequest(id)} loading={<LoadingLines lines={6} height={28} />}>
    {(request) => (
      <Stack gap="lg">
        <Group justify="space-between">
          <Group gap={4}>
            <Text ff="monospace" size="sm" className={classes.id}>
              {request.id}
            </Text>
            <Copy text={request.id} what="the request id" />
          </Group>
          <AsCurl path={`/v1/requests/${request.id}`} />
        </Group>
        {request.error && <Failure error={request.error} />}
        <Result request={request} />
        <Facts request={request} />
        {request.webhook && <WebhookAttempts request={request} webhook={request.webhook} />}
      </Stack>
    )}
  </Loaded>
)

const Failure = ({ error: { code, message } }: { error: NonNullable<RequestView['error']> }) => {
  const remedy = findRemedy(code)
  return (
    <Alert color="red" icon={<CircleAlert size={18} />} title={remedy?.title ?? 'The request failed'}>
      <Text size="sm">{message}</Text>
      {remedy && (
        <Text size="sm" mt={4}>
          {remedy.advice}
        </Text>
      )}
      <Anchor href="/docs" size="sm" mt="xs" display="inline-block" c="inherit" underline="always">
        <Code>{code}</Code> in the reference
      </Anchor>
    </Alert>
  )
}

const Result = ({ request: { file, expires } }: { request: RequestView }) => {
  const now = useNowSeconds()
  if (file === null) return null
  if (expires !== null && expires <= now)
    return (
      <Text size="sm" c="dimmed">
        The result has expired and was deleted <Time seconds={expires} />.
      </Text>
    )
  const path = toLocalPath(file)
  const kind = kindOf(file)
  return (
    <Stack gap="sm">
      {kind === 'image' && (
        <a href={path} target="_blank" rel="noreferrer" className={classes.preview}>
          <img src={path} alt="The result" decoding="async" />
        </a>
      )}
      {kind === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: a screencast has no sound.
        <video src={path} controls preload="metadata" className={classes.video} />
      )}
      <Group gap="xs">
        <Button
          component="a"
          href={path}
          download={path.slice(path.lastIndexOf('/') + 1)}
          leftSection={<Download size={16} aria-hidden />}
          size="xs"
        >
          Download
        </Button>
        <Copy text={file} what="the URL of the file" label="Copy URL" />
      </Group>
    </Stack>
  )
}

const Facts = ({ request }: { request: RequestView }) => {
  const { operation, status, created, finished, expires, task_id, external_id } = request
  const rows: [string, ReactNode][] = [
    ['Operation', operation],
    ['Status', <StatusBadge key="status" status={status} />],
    ['Created', <Time key="created" seconds={created} />],
    ['Finished', finished === null ? 'not yet' : <Time key="finished" seconds={finished} />],
    ...(finished === null
      ? []
      : [['Took', formatDuration(1000 * (finished - created))] as [string, ReactNode]]),
    ...(expires === null
      ? []
      : [['Expires', <Time key="expires" seconds={expires} />] as [string, ReactNode]]),
    ...(task_id === null
      ? []
      : [
          [
            'Task',
            <Anchor key="task" component={Link} href={`/requests?task_id=${task_id}`} size="sm">
              All runs of task {task_id}
            </Anchor>,
          ] as [string, ReactNode],
        ]),
    ...(external_id === null ? [] : [['External id', external_id] as [string, ReactNode]]),
  ]
  return (
    <Table variant="vertical" layout="fixed" withTableBorder>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={130}>{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
