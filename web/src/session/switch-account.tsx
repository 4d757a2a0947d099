import { Button, Code, Group, Modal, Text } from '@mantine/core'
import { forgetAccount } from '../api/forget-account.ts'
import { declineOffer, type Keys, signIn, toAccountId } from './session.ts'

interface Props {
  keys: Keys
  offered: Keys
}

/** Asks before a sign-in link replaces the session of another account. */
export const SwitchAccount = ({ keys, offered }: Props) => (
  <Modal
    opened
    onClose={declineOffer}
    title="Switch the account?"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Text size="sm">
      You are signed in to the account <Code>{toAccountId(keys.accessKey)}</Code>. The link belongs to{' '}
      <Code>{toAccountId(offered.accessKey)}</Code>.
    </Text>
    <Group mt="lg" justify="flex-end">
      <Button variant="default" onClick={declineOffer}>
        Stay signed in
      </Button>
      <Button
        onClick={() => {
          forgetAccount()
          signIn(offered)
        }}
      >
        Switch
      </Button>
    </Group>
  </Modal>
)
