import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { CodeWords } from '../shared/code-words.tsx'
import { parametersFor, type RenderCall, type Values, withValue } from './form-values.ts'
import classes from './parameters.module.css'
import type { Source } from './use-call.ts'

/** Parameters that have an input of their own above the form. */
export const sourceNames = ['url', 'html'] as const

interface Props {
  call: RenderCall
  source: Source
  problem: string | undefined
  onSource: (source: Source) => void
  onChange: (values: Values) => void
}

const sources = [
  { value: 'url', label: 'URL' },
  { value: 'html', label: 'HTML' },
]

/** The page to render: a URL, or a document as text. */
export const SourceField = ({ call, source, problem, onSource, onChange }: Props) => {
  const parameters = parametersFor(call.operation)
  const parameter = parameters.get(source)
  const value = call.values[source]
  const shared = {
    value: typeof value === 'string' ? value : '',
    error: problem && <CodeWords text={problem} />,
    spellCheck: false,
    autoComplete: 'off',
  }
  const change = (text: string) => parameter && onChange(withValue(call.values, parameter, text))
  return (
    <div className={classes.source}>
      {parameters.has('html') && (
        <SegmentedControl
          data={sources}
          value={source}
          onChange={(next) => onSource(next as Source)}
          aria-label="Source of the page"
        />
      )}
      {source === 'url' ? (
        <TextInput
          {...shared}
          type="url"
          className={classes.sourceInput}
          aria-label="URL of the page"
          placeholder="https://example.com/"
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <Textarea
          {...shared}
          rows={6}
          className={classes.sourceInput}
          classNames={{ input: classes.code ?? '' }}
          aria-label="HTML document"
          placeholder="<h1>Hello</h1>"
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
