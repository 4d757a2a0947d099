import { Button, FileInput, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type BatchInput, useBatchCreation } from '../api/batches.ts'
import { parametersFor, type RenderCall } from '../parameters/form-values.ts'
import { OperationTabs } from '../parameters/operation-tabs.tsx'
import { ParameterForm } from '../parameters/parameter-form.tsx'
import { findProblems, focusProblem, inBackground, type Problems } from '../parameters/problems.ts'
import { exampleUrl, sourceNames } from '../parameters/source-field.tsx'
import { useCall } from '../parameters/use-call.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { formatNumber } from '../shared/format.ts'
import { NumberField } from '../shared/number-field.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { ErrorState } from '../shared/states.tsx'
import { UrlInput } from '../shared/url-input.tsx'
import { withScheme } from '../shared/with-scheme.ts'
import classes from './batches.module.css'
import { type CsvRow, readCsv } from './read-csv.ts'

/** Each request has its page, and the batch its webhook. */
const ownNames = [
  ...sourceNames,
  'async',
  'external_id',
  'response_type',
  'upload_url',
  'webhook_errors',
  'webhook_signed',
  'webhook_url',
]

const rowsMax = 1_000

interface Pages {
  requests?: CsvRow[]
  sitemap?: string
}

/** The form of a batch: what it renders, of which pages. */
export const NewBatch = () => {
  const [, navigate] = useLocation()
  const creation = useBatchCreation()
  const form = useCall({ operation: 'screenshot', values: {} })
  const [source, setSource] = useState<'csv' | 'sitemap'>('csv')
  const [csv, setCsv] = useState('')
  const [sitemap, setSitemap] = useState('')
  const [webhook, setWebhook] = useState('')
  const [places, setPlaces] = useState<number>()
  const [isStrict, setStrict] = useState(false)
  const root = useRef<HTMLFormElement>(null)
  const problems = problemsOf(form.call)
  const list = readList(csv, form.call)
  const sitemapProblem = URL.canParse(withScheme(sitemap)) ? undefined : 'Enter the URL of a sitemap.'
  const problem = source === 'csv' ? list.problem : sitemapProblem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem !== undefined || problems.size > 0)
      return focusProblem(root.current, form, () => setStrict(true))
    const pages: Pages = source === 'csv' ? { requests: list.rows } : { sitemap: withScheme(sitemap) }
    const input = toInput(form.call, pages, { webhook, places })
    creation.mutate(input, { onSuccess: ({ id }) => navigate(`/batches/${id}`) })
  }
  return (
    <Page title="New batch" description="Renders many pages in the background. Each render costs one hit.">
      <form onSubmit={submit} noValidate ref={root}>
        <div className={classes.columns}>
          <Stack>
            <Panel title="Pages">
              <Stack>
                <SegmentedControl
                  data={[
                    { value: 'csv', label: 'CSV' },
                    { value: 'sitemap', label: 'Sitemap' },
                  ]}
                  value={source}
                  onChange={(next) => setSource(next as typeof source)}
                  aria-label="Where the pages come from"
                />
                {source === 'csv' ? (
                  <CsvField
                    csv={csv}
                    count={list.rows.length}
                    problem={isStrict || csv !== '' ? list.problem : undefined}
                    onChange={setCsv}
                  />
                ) : (
                  <UrlInput
                    label="URL of the sitemap"
                    description="A sitemap, an index of sitemaps, or a text file with a URL on each line. Pages of the same site are rendered, at most 10,000, except those that its robots.txt disallows."
                    placeholder="https://example.com/sitemap.xml"
                    value={sitemap}
                    error={isStrict && sitemapProblem}
                    onChange={setSitemap}
                  />
                )}
              </Stack>
            </Panel>
            <Panel title="Operation">
              <OperationTabs form={form} mb="md" />
              <ParameterForm form={form} problems={isStrict ? problems : new Map()} without={ownNames} />
            </Panel>
          </Stack>
          <Stack>
            <Panel title="Limit and end">
              <Stack>
                <NumberField
                  label="At the same time"
                  description="The most requests that are rendered at the same time. Empty: as many as the plan allows, except for places that a batch leaves to other requests."
                  allowDecimal={false}
                  value={places}
                  onChange={setPlaces}
                />
                <UrlInput
                  label="Webhook URL"
                  description="Receives one POST when all requests have ended."
                  placeholder="https://example.com/hooks/batch"
                  value={webhook}
                  onChange={setWebhook}
                />
              </Stack>
            </Panel>
            {creation.error && <ErrorState error={namingPages(creation.error)} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => navigate('/batches')}>
                Cancel
              </Button>
              <Button type="submit" loading={creation.isPending}>
                Create batch
              </Button>
            </Group>
          </Stack>
        </div>
      </form>
    </Page>
  )
}

interface CsvProps {
  csv: string
  count: number
  problem: string | undefined
  onChange: (csv: string) => void
}

const CsvField = ({ csv, count, problem, onChange }: CsvProps) => (
  <>
    <Textarea
      label="Pages as CSV"
      description="The first row names the columns: url, external_id and any parameter of the operation. A list of URLs without a first row works too."
      placeholder={`url,external_id,viewport_width\n${exampleUrl},home,1440\n${exampleUrl}pricing,pricing,390`}
      classNames={{ input: classes.csv ?? '' }}
      rows={8}
      value={csv}
      spellCheck={false}
      autoComplete="off"
      error={problem && <CodeWords text={problem} />}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <FileInput
      label="Or a file"
      placeholder="Choose a CSV file"
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      onChange={(file) => void file?.text().then(onChange)}
    />
    <Text size="sm" c="dimmed" role="status">
      {count === 0 ? 'No pages yet.' : `${formatNumber(count)} ${count === 1 ? 'page' : 'pages'}.`}
    </Text>
  </>
)

/** Returns the rows of the CSV, and what is wrong with them. */
const readList = (csv: string, { operation, values }: RenderCall): { rows: CsvRow[]; problem?: string } => {
  try {
    const rows = readCsv(csv)
    const problem = problemOfRows(rows, new Set(parametersFor(operation).keys()), 'url' in values)
    return { rows, ...(problem !== undefined && { problem }) }
  } catch (error) {
    return { rows: [], problem: (error as Error).message }
  }
}

const problemOfRows = (rows: readonly CsvRow[], known: ReadonlySet<string>, hasUrl: boolean) => {
  if (rows.length === 0) return 'Enter at least one page.'
  if (rows.length > rowsMax)
    return `There are ${formatNumber(rows.length)} rows. A batch accepts ${formatNumber(rowsMax)}: make several batches, or use a sitemap.`
  const unknown = rows.flatMap((row) => Object.keys(row)).find((name) => !known.has(name))
  if (unknown !== undefined) return `The column \`${unknown}\` is not a parameter of the operation.`
  const incomplete = hasUrl ? -1 : rows.findIndex((row) => !('url' in row || 'html' in row))
  return incomplete < 0 ? undefined : `Page ${incomplete + 1} has no \`url\`.`
}

/** Returns what is wrong with the parameters that all requests share. Each request has its page. */
const problemsOf = ({ operation, values }: RenderCall): Problems =>
  findProblems(inBackground({ operation, values: { ...values, url: exampleUrl } }))

const toInput = (
  { operation, values }: RenderCall,
  { requests, sitemap }: Pages,
  { webhook, places }: { webhook: string; places: number | undefined },
): BatchInput => ({
  operation,
  options: values,
  ...(requests && { requests }),
  ...(sitemap !== undefined && { sitemap }),
  ...(webhook.trim() !== '' && { webhook_url: withScheme(webhook.trim()) }),
  ...(places !== undefined && { max_concurrency: places }),
})

/** The service counts the requests from zero. Rows of a file may be empty, or be its header. */
const namingPages = (error: Error): Error =>
  Object.assign(Object.create(error), {
    message: error.message.replaceAll(
      /In `requests\[(\d+)\]`/g,
      (_all, index) => `In page ${Number(index) + 1}`,
    ),
  })
