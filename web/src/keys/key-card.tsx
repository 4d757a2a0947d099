import { ActionIcon, Button, Code, Group, List, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useRotation } from '../api/account-changes.ts'
import { CodeBlock } from '../shared/code-block.tsx'
import { Confirm } from '../shared/confirm.tsx'
import { Copy } from '../shared/copy.tsx'
import { Panel } from '../shared/panel.tsx'
import classes from './keys.module.css'

interface Props {
  which: 'access' | 'secret'
  title: string
  /** What the key is for. */
  text: string
  /** Undefined if the session does not have it. */
  value: string | undefined
  /** Its name in a file of environment variables. */
  variable: string
  mayRotate: boolean
}

const consequences = {
  access: [
    'Requests with the old key receive 401 immediately.',
    'Links that contain the old key stop working, signed ones included.',
    'Replace the key in every program before you continue, or right after.',
  ],
  secret: [
    'Signatures that were made with the old key receive 403, published links included.',
    'Webhooks are signed with the new key from the next attempt, also those of earlier requests. Receivers must use it.',
  ],
} as const

/** A key with buttons that show, copy and rotate it. */
export const KeyCard = ({ which, title, text, value, variable, mayRotate }: Props) => {
  const [isShown, show] = useDisclosure()
  const [isAsking, ask] = useDisclosure()
  const [created, setCreated] = useState<string>()
  const rotation = useRotation()
  const name = title.toLowerCase()
  const rotate = () =>
    rotation.mutate(which, {
      onSuccess: ({ access_key, secret_key }) => {
        ask.close()
        setCreated(access_key ?? secret_key ?? undefined)
      },
    })
  return (
    <Panel
      title={title}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<RefreshCw size={14} aria-hidden />}
          disabled={!mayRotate}
          onClick={ask.open}
          aria-label={`Rotate the ${name}`}
        >
          Rotate
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      {value === undefined ? (
        <Text size="sm">This key is not available in this session. Sign in with it to see it.</Text>
      ) : (
        <Group gap="xs">
          <Code className={classes.key}>{isShown ? value : `${value.slice(0, 6)}${'•'.repeat(12)}`}</Code>
          <Tooltip label={isShown ? 'Hide' : 'Show'}>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={show.toggle}
              aria-label={`${isShown ? 'Hide' : 'Show'} the ${name}`}
            >
              {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
            </ActionIcon>
          </Tooltip>
          <Copy text={value} what={`the ${name}`} />
          <Copy
            text={`${variable}=${value}`}
            what={`the line for a .env file, ${variable}`}
            label=".env line"
          />
        </Group>
      )}
      <Confirm
        opened={isAsking}
        onClose={ask.close}
        title={`Rotate the ${name}?`}
        action="Rotate"
        word="rotate"
        mutation={rotation}
        onConfirm={rotate}
      >
        <List size="sm" spacing={4}>
          {consequences[which].map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Confirm>
      <Modal
        opened={created !== undefined}
        onClose={() => setCreated(undefined)}
        title={`The new ${name}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <Text size="sm">
            {which === 'access'
              ? 'The service keeps only a hash of it. Store the key before you sign out.'
              : 'Store the key before you sign out.'}
          </Text>
          <CodeBlock
            code={`${variable}=${created ?? ''}`}
            what={`the new ${name} as a line of a .env file`}
          />
          <Group justify="flex-end">
            <Copy text={created ?? ''} what={`the new ${name}`} label="Copy the key" />
            <Button size="xs" onClick={() => setCreated(undefined)}>
              Done
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Panel>
  )
}
