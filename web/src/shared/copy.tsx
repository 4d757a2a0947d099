import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, CopyIcon } from './icons.tsx'

interface Props {
  text: string
  /** What is copied, such as "the access key". */
  what: string
  /** Shows a word next to the icon. */
  label?: string
}

const shownMs = 1500

/** Copies a text and says so. */
export const Copy = ({ text, what, label }: Props) => {
  const { copied, copy } = useClipboard({ timeout: shownMs })
  const Icon = copied ? Check : CopyIcon
  const name = `Copy ${what}`
  return (
    <>
      {label === undefined ? (
        <Tooltip label={copied ? 'Copied' : name}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            onClick={() => copy(text)}
            aria-label={name}
          >
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => copy(text)}
          aria-label={`${copied ? 'Copied' : label}: ${what}`}
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
      <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
    </>
  )
}
