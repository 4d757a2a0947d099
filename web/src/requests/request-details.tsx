import { Alert, Anchor, Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { useRequest } from '../api/requests.ts'
import { ChangeView } from '../results/change-view.tsx'
import { describeResult } from '../results/describe-result.ts'
import { OutputFiles } from '../results/output-files.tsx'
import { PageFacts } from '../results/page-facts.tsx'
import { kindOf, toLocalPath } from '../results/result-file.ts'
import { StoredFile } from '../results/stored-file.tsx'
import { AsCurl } from '../shared/as-curl.tsx'
import { CodeWords } from '../shared/code-words.tsx'
import { Copy } from '../shared/copy.tsx'
import { formatDuration } from '../shared/format.ts'
import { CircleAlert, Download } from '../shared/icons.tsx'
import { PlanCommand } from '../shared/plan-command.tsx'
import { findRemedy } from '../shared/remedies.ts'
import { Loaded, LoadingLines } from '../shared/states.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time, useNowSeconds } from '../shared/time.tsx'
import { WebhookAttempts } from '../webhooks/webhook-attempts.tsx'
import { DeleteRequest } from './delete-request.tsx'
import classes from './request-details.module.css'
import { RunAgain } from './run-again.tsx'

/** Everything about one request. */
export const RequestDetails = ({ id, onDeleted }: { id: string; onDeleted: () => void }) => (
  <Loaded query={useRequest(id)} loading={<LoadingLines lines={6} height={28} />}>
    {(request) => (
      <Stack gap="lg">
        <Group justify="space-between">
          <Group gap={4} wrap="nowrap">
            <Text ff="monospace" size="sm" className={classes.id}>
              {request.id}
            </Text>
            <Copy text={request.id} what="the request id" />
          </Group>
          <Group gap="xs">
            <RunAgain request={request} />
            <AsCurl path={`/v1/requests/${request.id}`} />
            <DeleteRequest request={request} onDeleted={onDeleted} />
          </Group>
        </Group>
        {request.error && <Failure error={request.error} />}
        <PageFacts status={request.page_status} title={request.page_title} />
        {request.timeout !== null && <Incomplete timeout={request.timeout} />}
        <Result request={request} />
        {request.change && (
          <Stack gap="sm">
            <Title order={3} size="h5">
              Change
            </Title>
            <ChangeView run={request} change={request.change} />
          </Stack>
        )}
        <Facts request={request} />
        <Options request={request} />
        {request.upload && <WebhookAttempts request={request} webhook={request.upload} isUpload />}
        {request.webhook && <WebhookAttempts request={request} webhook={request.webhook} />}
      </Stack>
    )}
  </Loaded>
)

const Failure = ({ error: { code, message } }: { error: NonNullable<RequestView['error']> }) => {
  const remedy = findRemedy(code)
  return (
    <Alert color="red" icon={<CircleAlert size={18} />} title={remedy?.title ?? 'The request failed'}>
      <Text size="sm">
        <CodeWords text={message} />
      </Text>
      {remedy?.advice && (
        <Text size="sm" mt={4}>
          {remedy.advice}
        </Text>
      )}
      {code === 'plan_required' && <PlanCommand />}
      <Anchor
        href={`/docs/reference/errors#${code}`}
        size="sm"
        mt="xs"
        display="inline-block"
        c="inherit"
        underline="always"
      >
        <Code>{code}</Code> in the reference
      </Anchor>
    </Alert>
  )
}

const Incomplete = ({ timeout }: { timeout: string }) => (
  <Alert color="yellow" icon={<CircleAlert size={18} />} title="The page may be incomplete">
    <Text size="sm">
      <CodeWords
        text={`\`${timeout}\` was not reached within the timeout. \`on_timeout=capture\` rendered the page as it was.`}
      />
    </Text>
  </Alert>
)

const Result = ({ request }: { request: RequestView }) => {
  const { file, expires, outputs, bytes, width, height, status } = request
  const now = useNowSeconds()
  if (file === null)
    return status === 'done' ? (
      <Text size="sm" c="dimmed">
        The result was sent in the response and not stored.
      </Text>
    ) : null
  if (expires !== null && expires <= now)
    return (
      <Text size="sm" c="dimmed">
        The result has expired and was deleted <Time seconds={expires} />.
      </Text>
    )
  const path = toLocalPath(file)
  return (
    <Stack gap="sm">
      {outputs && <OutputFiles outputs={outputs} />}
      <StoredFile path={path} kind={kindOf(file)} bytes={bytes} pixels={(width ?? 0) * (height ?? 0)} />
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
  const { operation, status, created, duration_ms, expires, task_id, batch_id, external_id } = request
  const { key_id, content_type } = request
  const result = describeResult(request)
  const rows: [string, ReactNode][] = [
    ['URL', request.url ?? 'an HTML document'],
    ['Operation', operation],
    ['Status', <StatusBadge key="status" status={status} />],
    ['Created', <Time key="created" seconds={created} />],
    ['Finished', request.finished === null ? 'not yet' : <Time key="finished" seconds={request.finished} />],
    ['Took', duration_ms === null ? undefined : formatDuration(duration_ms)],
    ['Result', [content_type, result].filter(Boolean).join(', ') || undefined],
    ['Expires', expires === null ? undefined : <Time key="expires" seconds={expires} />],
    [
      'Task',
      task_id === null ? undefined : (
        <Anchor key="task" component={Link} href={`/tasks/${task_id}`} size="sm">
          Task {task_id}
        </Anchor>
      ),
    ],
    [
      'Batch',
      batch_id === null ? undefined : (
        <Anchor key="batch" component={Link} href={`/batches/${batch_id}`} size="sm">
          {batch_id}
        </Anchor>
      ),
    ],
    ['External id', external_id ?? undefined],
    [
      'Access key',
      key_id === null ? undefined : (
        <Anchor key="key" component={Link} href={`/requests?key_id=${encodeURIComponent(key_id)}`} size="sm">
          {key_id}
        </Anchor>
      ),
    ],
  ]
  return <FactTable rows={rows.filter(([, value]) => value !== undefined)} />
}

const FactTable = ({ rows }: { rows: [string, ReactNode][] }) => (
  <Table variant="vertical" layout="fixed" withTableBorder>
    <Table.Tbody>
      {rows.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th className={classes.term}>{name}</Table.Th>
          <Table.Td className={classes.id}>{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const Options = ({ request: { options, omitted_options } }: { request: RequestView }) => {
  const rows = Object.entries(options).map(([name, value]): [string, ReactNode] => [
    name,
    <Code key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</Code>,
  ])
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        Options
      </Title>
      {rows.length > 0 ? (
        <FactTable rows={rows} />
      ) : (
        <Text size="sm" c="dimmed">
          All defaults.
        </Text>
      )}
      {omitted_options.length > 0 && (
        <Text size="sm" c="dimmed">
          Also sent, but not kept because they may be private: {omitted_options.join(', ')}.
        </Text>
      )}
    </Stack>
  )
}
