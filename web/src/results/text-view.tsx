import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CodeBlock } from '../shared/code-block.tsx'
import { LoadingLines } from '../shared/states.tsx'
import classes from './results.module.css'

/** Highlighting makes an element of each token. */
const highlightedMax = 100_000
const shownMax = 1_000_000

interface Props {
  blob: Blob
  url: string
  language: 'diff' | 'html' | 'json' | 'markdown'
}

/** Returns the text. JSON of the service has no line breaks, so it gets them. */
const readText = async (blob: Blob, language: Props['language']): Promise<string> => {
  const text = await blob.text()
  return language === 'json' ? JSON.stringify(JSON.parse(text), null, 2) : text
}

/** The source of a text. It is untrusted, so it is shown as text and never as a document. */
export const TextView = ({ blob, url, language }: Props) => {
  const { data } = useQuery({ queryKey: ['text', url], queryFn: () => readText(blob, language), gcTime: 0 })
  if (data === undefined) return <LoadingLines />
  const shown = data.slice(0, shownMax)
  return (
    <div className={classes.source}>
      <CodeBlock
        code={shown}
        what="the text"
        title={`${language}, ${data.split('\n').length} lines`}
        {...(data.length <= highlightedMax && { language })}
      />
      {shown.length < data.length && (
        <Text size="sm" c="dimmed" mt="xs">
          Only the first million characters are shown. Save the file to see the rest.
        </Text>
      )}
    </div>
  )
}
