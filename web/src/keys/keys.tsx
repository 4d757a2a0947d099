import { Alert, Group, List, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'
import type { AccountReport } from '../../../lib/schema/account.ts'
import { useAccount } from '../api/account.ts'
import { useSigningSwitch } from '../api/account-changes.ts'
import { canSign } from '../api/web-signature.ts'
import { useSession } from '../session/session.ts'
import { Confirm } from '../shared/confirm.tsx'
import { Info } from '../shared/icons.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { AccessKeys } from './access-keys.tsx'
import { KeyCard } from './key-card.tsx'
import { RotateSecret } from './rotate-secret.tsx'

/** The page need not wait for the forms that few accounts use. */
const Storage = lazy(async () => ({ default: (await import('./storage.tsx')).Storage }))
const SignatureTester = lazy(async () => ({
  default: (await import('./signature-tester.tsx')).SignatureTester,
}))

/** The keys of the account and what they protect. */
export const KeysPage = () => {
  const { keys } = useSession()
  const account = useAccount()
  const secretKey = keys?.secretKey
  const mayChange = secretKey !== undefined && canSign()
  const mayRotate = mayChange && account.data !== undefined
  return (
    <Page title="Keys and security" call={['/v1/account', '/v1/account/keys', '/v1/account/storage']}>
      {!mayChange && (
        <Alert icon={<Info size={18} />} color="blue" role="status">
          {canSign()
            ? 'You signed in with the access key alone. Changing keys and settings requires the secret key: sign out, and sign in with both.'
            : 'Browsers can sign only over HTTPS or on localhost, so keys and settings cannot be changed here.'}
        </Alert>
      )}
      <KeyCard
        title="Access key"
        text="The key of this session. An access key authenticates a request, in the header X-Access-Key or the parameter access_key."
        value={keys?.accessKey}
        variable="ACCESS_KEY"
      />
      <KeyCard
        title="Secret key"
        text="Signs requests, links and webhooks. It is never sent to the service."
        value={secretKey}
        variable="SECRET_KEY"
        aside={<RotateSecret mayRotate={mayRotate} />}
      />
      <AccessKeys mayChange={mayRotate} />
      <Suspense>
        <Storage mayChange={mayRotate} />
      </Suspense>
      <Panel title="Signed requests">
        <Loaded query={account}>
          {(report) => <SigningSetting account={report} mayChange={mayChange} />}
        </Loaded>
      </Panel>
      <Panel title="Signature tester">
        <Suspense>
          <SignatureTester secretKey={secretKey} version={account.data?.signature_version ?? 1} />
        </Suspense>
      </Panel>
    </Page>
  )
}

const SigningSetting = ({ account, mayChange }: { account: AccountReport; mayChange: boolean }) => {
  const [isAsking, ask] = useDisclosure()
  const change = useSigningSwitch()
  const isOn = account.signed_requests
  const confirm = () =>
    change.mutate(!isOn, {
      onSuccess: () => {
        ask.close()
        notifications.show({
          message: isOn ? 'Signed requests turned off.' : 'Signed requests turned on.',
        })
      },
    })
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" maw={620}>
          With signed requests, an access key alone can neither render nor read results, whatever its scope.
          Links need no such setting: their key opens only what is signed. This account{' '}
          {account.signature_version === 2
            ? 'accepts signature version 2 only'
            : 'accepts both signature versions'}
          .
        </Text>
        <Switch
          checked={isOn}
          onChange={ask.open}
          disabled={!mayChange}
          aria-label="Require signed requests"
          size="md"
        />
      </Group>
      <Confirm
        opened={isAsking}
        onClose={ask.close}
        title={isOn ? 'Accept unsigned requests?' : 'Require signed requests?'}
        action={isOn ? 'Accept unsigned requests' : 'Require signatures'}
        mutation={change}
        onConfirm={confirm}
      >
        <List size="sm" spacing={4}>
          {isOn ? (
            <>
              <List.Item>
                Anyone with an access key can render on this account, as its scope allows.
              </List.Item>
              <List.Item>
                Links with a key of another scope than links contain that key. Anyone who has one can change
                its parameters.
              </List.Item>
            </>
          ) : (
            <>
              <List.Item>Programs that do not sign receive 401 from their next request.</List.Item>
              <List.Item>Links without a signature stop working.</List.Item>
              <List.Item>The dashboard signs its own calls.</List.Item>
            </>
          )}
        </List>
      </Confirm>
    </Stack>
  )
}
