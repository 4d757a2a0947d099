import { SegmentedControl, Textarea } from '@mantine/core'
import { CodeWords } from '../shared/code-words.tsx'
import { UrlInput } from '../shared/url-input.tsx'
import { parametersFor, withValue } from './form-values.ts'
import classes from './parameters.module.css'
import type { Form, Source } from './use-call.ts'

/** Parameters that have their input above the form. */
export const sourceNames = ['url', 'html'] as const

/** What the field shows while it is empty. */
export const exampleUrl = 'https://example.com/'

interface Props {
  form: Form
  problem: string | undefined
}

const sources = [
  { value: 'url', label: 'URL' },
  { value: 'html', label: 'HTML' },
]

/** The page to render: a URL, or a document as text. */
export const SourceField = ({ form: { call, source, setSource, change }, problem }: Props) => {
  const parameters = parametersFor(call.operation)
  const parameter = parameters.get(source)
  const value = call.values[source]
  const shared = {
    value: typeof value === 'string' ? value : '',
    error: problem && <CodeWords text={problem} />,
  }
  const enter = (text: string) => parameter && change(withValue(call.values, parameter, text))
  return (
    <div className={classes.source}>
      {parameters.has('html') && (
        <SegmentedControl
          data={sources}
          value={source}
          onChange={(next) => setSource(next as Source)}
          aria-label="Source of the page"
        />
      )}
      {source === 'url' ? (
        <UrlInput
          {...shared}
          className={classes.sourceInput}
          aria-label="URL of the page"
          placeholder={exampleUrl}
          onChange={enter}
        />
      ) : (
        <Textarea
          {...shared}
          rows={6}
          className={classes.sourceInput}
          classNames={{ input: classes.code ?? '' }}
          aria-label="HTML document"
          placeholder="<h1>Hello</h1>"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => enter(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
