import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { KeyScope } from '../../../lib/schema/key-scopes.ts'
import { CodeBlock } from '../shared/code-block.tsx'
import { Copy } from '../shared/copy.tsx'

/** A key that was just created. */
export interface Created {
  value: string
  /** Of an access key. */
  scope?: KeyScope
}

interface Props {
  created: Created | undefined
  onClose: () => void
}

/** Shows a new key, in most cases for the only time. */
export const NewSecret = ({ created, onClose }: Props) => (
  <Modal
    opened={created !== undefined}
    onClose={onClose}
    title={created?.scope ? 'The new access key' : 'The new secret key'}
    closeButtonProps={{ 'aria-label': 'Close' }}
    closeOnClickOutside={false}
  >
    {created && (
      <Stack>
        <Text size="sm">{toText(created)}</Text>
        <CodeBlock
          code={`${created.scope ? 'ACCESS_KEY' : 'SECRET_KEY'}=${created.value}`}
          what="the line for a .env file"
        />
        <Group justify="flex-end">
          <Copy text={created.value} what="the new key" label="Copy the key" />
          <Button size="xs" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    )}
  </Modal>
)

const toText = ({ scope }: Created): string => {
  if (scope === undefined) return 'Store the key before you sign out.'
  return scope === 'links'
    ? 'Sign links with it and the secret key.'
    : 'Store the key now: the service keeps only a hash of it, and cannot show it again.'
}
