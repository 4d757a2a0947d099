import { Alert, Button, Code, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { SignInOffer } from '../../../lib/core/access/sign-in-link.ts'
import { forgetAccount } from '../api/forget-account.ts'
import { type Keys, toAccountId } from './keys.ts'
import { redeemCode } from './redeem-code.ts'
import { declineOffer, signIn } from './session.ts'

interface Props {
  /** Of the present session, if any. */
  keys: Keys | undefined
  offer: SignInOffer
}

/** Asks before a sign-in link begins a session, or replaces the session of another account. Any page can contain such a link. */
export const ConfirmSignIn = ({ keys, offer }: Props) => {
  const [isRedeeming, setRedeeming] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const redeem = async () => {
    setRedeeming(true)
    const redeemed = await redeemCode(offer.code)
    if (redeemed) {
      forgetAccount()
      signIn(redeemed)
    } else setFailed(true)
    setRedeeming(false)
  }
  return (
    <Modal
      opened
      onClose={declineOffer}
      title={keys ? 'Switch the account?' : 'Sign in?'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text size="sm">
        {keys && (
          <>
            You are signed in to the account <Code>{toAccountId(keys.accessKey)}</Code>.{' '}
          </>
        )}
        The link signs in to the account <Code>{offer.accountId}</Code>.
      </Text>
      {hasFailed && (
        <Alert mt="md" color="red" role="alert">
          This link was used or has expired, or the service is unreachable.
        </Alert>
      )}
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={declineOffer}>
          {keys ? 'Stay signed in' : 'Cancel'}
        </Button>
        <Button onClick={redeem} loading={isRedeeming}>
          {keys ? 'Switch' : 'Sign in'}
        </Button>
      </Group>
    </Modal>
  )
}
