import { Button, Popover, Text } from '@mantine/core'
import { Terminal } from 'lucide-react'
import { CodeBlock } from './code-block.tsx'
import { SigningNote } from './signing-note.tsx'

/** Returns the command that makes a call. The key is not part of it. */
export const toCurl = (path: string): string =>
  `curl -H "X-Access-Key: $ACCESS_KEY" \\\n  "${location.origin}${path}"`

/** Shows the API call behind a page. Calls of `/v1/usage` are never signed, so they have no note. */
export const AsCurl = ({ path }: { path: string }) => (
  <Popover position="bottom-end" width="min(34rem, calc(100vw - 2rem))" trapFocus>
    <Popover.Target>
      <Button variant="default" size="xs" leftSection={<Terminal size={14} aria-hidden />}>
        as curl
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="The API call of this page">
      <Text size="sm" mb="xs">
        This page shows the response of one API call:
      </Text>
      <CodeBlock code={toCurl(path)} language="bash" what="the command" />
      {!path.startsWith('/v1/usage') && <SigningNote />}
    </Popover.Dropdown>
  </Popover>
)
