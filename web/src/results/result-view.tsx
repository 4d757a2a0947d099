import { Button, Group, Stack, Table, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { RenderReport } from '../../../lib/core/telemetry/render-report.ts'
import type { RenderResult as ResultDocument } from '../../../lib/schema/render-result.ts'
import { SnapshotDocument } from '../../../lib/schema/snapshot-document.ts'
import { extensionOf } from '../samples/to-request.ts'
import { formatBytes, formatDuration } from '../shared/format.ts'
import { Download, Hourglass } from '../shared/icons.tsx'
import { EmptyState, LoadingLines } from '../shared/states.tsx'
import { ImageView } from './image-view.tsx'
import { OutputFiles } from './output-files.tsx'
import { PageFacts } from './page-facts.tsx'
import { RenderTimeline } from './render-timeline.tsx'
import classes from './results.module.css'
import { TextView } from './text-view.tsx'
import type { RenderResult } from './use-render.ts'
import { VideoView } from './video-view.tsx'

const PdfView = lazy(() => import('./pdf-view.tsx'))

/** Returns the report of a render out of the headers of its response. A cached result and an accepted request have none. */
const readReport = (headers: readonly (readonly [string, string])[]): RenderReport | undefined => {
  const text = headers.find(([name]) => name === 'x-service-metadata-report')?.[1]
  return text === undefined ? undefined : (JSON.parse(text) as RenderReport)
}

/** A response: what it shows, its headers, and where the time went. */
export const ResultView = ({ result }: { result: RenderResult }) => {
  const report = readReport(result.headers)
  return (
    <Tabs defaultValue="preview" keepMounted={false}>
      <div className={classes.head}>
        <Tabs.List>
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
          <Tabs.Tab value="headers">Headers</Tabs.Tab>
          {report && <Tabs.Tab value="timeline">Timeline</Tabs.Tab>}
        </Tabs.List>
        <Facts result={result} />
      </div>
      <Tabs.Panel value="preview" pt="sm">
        <PageFacts {...readPage(result)} />
        <Preview result={result} />
      </Tabs.Panel>
      <Tabs.Panel value="headers" pt="sm">
        <HeaderTable headers={result.headers} />
      </Tabs.Panel>
      {report && (
        <Tabs.Panel value="timeline" pt="sm">
          <RenderTimeline report={report} />
        </Tabs.Panel>
      )}
    </Tabs>
  )
}

const Facts = ({
  result: { status, contentType, blob, durationMs, url, call },
}: {
  result: RenderResult
}) => (
  <Group gap="sm">
    <Text size="sm" c="dimmed">
      {status} · {contentType.replace(/;.*/, '')} · {formatBytes(blob.size)} · {formatDuration(durationMs)}
    </Text>
    {status === 200 && (
      <Button
        component="a"
        href={url}
        download={`${call.operation}.${extensionOf(call)}`}
        variant="default"
        size="xs"
        leftSection={<Download size={14} aria-hidden />}
      >
        Save
      </Button>
    )}
  </Group>
)

const headerOf = ({ headers }: RenderResult, name: string) => headers.find(([key]) => key === name)?.[1]

/** Returns what headers say of the page. A JSON response says it in its body. */
const readPage = (result: RenderResult) => {
  const status = headerOf(result, 'x-service-metadata-status')
  const title = headerOf(result, 'x-service-metadata-title')
  return {
    status: status === undefined ? null : Number(status),
    title: title === undefined ? null : decodeURIComponent(title),
  }
}

const Preview = ({ result }: { result: RenderResult }) => {
  const { status, contentType, url, blob } = result
  if (status === 202) return <Accepted id={headerOf(result, 'x-service-request-id') ?? ''} />
  if (contentType.startsWith('image/'))
    return <ImageView key={url} url={url} alt="The result of the render" />
  if (contentType.startsWith('video/')) return <VideoView key={url} url={url} contentType={contentType} />
  if (contentType === 'application/pdf')
    return (
      <Suspense fallback={<LoadingLines />}>
        <PdfView key={url} blob={blob} />
      </Suspense>
    )
  if (contentType === 'application/json') return <JsonResult key={url} blob={blob} url={url} />
  return (
    <TextView
      blob={blob}
      url={url}
      language={contentType.startsWith('text/markdown') ? 'markdown' : 'html'}
    />
  )
}

/** A JSON response: the files of a snapshot, and the text. */
const JsonResult = ({ blob, url }: { blob: Blob; url: string }) => {
  const { data } = useQuery({ queryKey: ['json', url], queryFn: () => readDocument(blob), gcTime: 0 })
  if (data === undefined) return <LoadingLines />
  return (
    <Stack>
      <PageFacts status={data.status} title={data.title} />
      {data.outputs && <OutputFiles outputs={data.outputs} />}
      <TextView blob={blob} url={url} language="json" />
    </Stack>
  )
}

/** Returns what a JSON response says of the page, and the files that it names if it is the document of a snapshot. */
const readDocument = async (blob: Blob) => {
  const json = JSON.parse(await blob.text()) as Pick<ResultDocument, 'status' | 'title'>
  return { ...json, outputs: SnapshotDocument.safeParse(json).data?.outputs }
}

const Accepted = ({ id }: { id: string }) => (
  <EmptyState icon={Hourglass} title="The request was accepted">
    It renders in the background. Its result appears under Requests.
    <Group justify="center" mt="md">
      <Button component={Link} href={`/requests/${id}`} variant="default">
        Open the request
      </Button>
    </Group>
  </EmptyState>
)

const HeaderTable = ({ headers }: { headers: readonly [string, string][] }) => (
  <Table layout="fixed" className={classes.headers}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Header</Table.Th>
        <Table.Th>Value</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {headers.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <Table.Td>{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
