import { ActionIcon, Code, Group, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Copy } from '../shared/copy.tsx'
import { Eye, EyeOff } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import classes from './keys.module.css'

interface Props {
  title: string
  /** What the key is for. */
  text: string
  /** Undefined if the session does not have it. */
  value: string | undefined
  /** Its name in a file of environment variables. */
  variable: string
  aside?: ReactNode
}

/** A key of the session with buttons that show and copy it. */
export const KeyCard = ({ title, text, value, variable, aside }: Props) => {
  const [isShown, show] = useDisclosure()
  const name = title.toLowerCase()
  return (
    <Panel title={title} aside={aside}>
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
    </Panel>
  )
}
