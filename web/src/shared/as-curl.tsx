import { Button, Popover, Text } from '@mantine/core'
import { CodeBlock } from './code-block.tsx'
import { Terminal } from './icons.tsx'
import { SigningNote } from './signing-note.tsx'

/** Returns the command that makes a call. The key is not part of it. */
export const toCurl = (path: string): string =>
  `curl -H "X-Access-Key: $ACCESS_KEY" \\\n  "${location.origin}${path}"`

interface Props {
  path: string | readonly string[]
}

/** Shows the API calls behind a page. Calls of `/v1/usage` are never signed, so they have no note. */
export const AsCurl = ({ path }: Props) => {
  const paths = [path].flat()
  return (
    <Popover position="bottom-end" width="min(34rem, calc(100vw - 2rem))" trapFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Terminal size={14} aria-hidden />}>
          As curl
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="The API calls of this page">
        <Text size="sm" mb="xs">
          {paths.length === 1
            ? 'This page shows the response of one API call:'
            : `This page shows the responses of ${paths.length} API calls:`}
        </Text>
        <CodeBlock code={paths.map(toCurl).join('\n')} language="bash" what="the command" />
        {!paths.every((each) => each.startsWith('/v1/usage')) && <SigningNote />}
      </Popover.Dropdown>
    </Popover>
  )
}
