import { Anchor, Text } from '@mantine/core'
import { useAccount } from '../api/account.ts'

/** Says that the access key alone is not sufficient, if the account requires signed requests. */
export const SigningNote = ({ canBeLink = false }: { canBeLink?: boolean }) => {
  const { data: account } = useAccount()
  if (!account?.signed_requests) return null
  return (
    <Text size="sm" mt="xs">
      This account requires signed requests.{' '}
      <Anchor href="/docs/reference/signing" size="sm" underline="always">
        Sign the call
      </Anchor>
      {canBeLink && ', or use a signed link'}.
    </Text>
  )
}
