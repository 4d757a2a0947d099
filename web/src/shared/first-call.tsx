import { toCurl } from './as-curl.tsx'
import { CodeBlock } from './code-block.tsx'
import { SigningNote } from './signing-note.tsx'

/** The command that fills an empty list of requests. */
export const FirstCall = () => (
  <>
    <CodeBlock
      language="bash"
      what="the command"
      code={toCurl('/v1/screenshot?url=https://example.com/&async=true')}
    />
    <SigningNote canBeLink />
  </>
)
