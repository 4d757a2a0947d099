import { Text } from '@mantine/core'
import { useAccount } from '../api/account.ts'
import { CodeBlock } from './code-block.tsx'

/** What the operator of the service runs to give the account a plan that includes everything. */
export const PlanCommand = () => {
  const { data: account } = useAccount()
  return (
    account && (
      <>
        <Text size="sm" my="xs">
          Who operates this service changes the plan with:
        </Text>
        <CodeBlock code={`npm run accounts -- plan scale ${account.id}`} language="bash" what="the command" />
      </>
    )
  )
}
