import { Code } from '@mantine/core'

/** Text with `code` between backticks, as the documentation of parameters and the messages of the service have it. */
export const CodeWords = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <Code key={index}>{part}</Code>
    ),
  )
