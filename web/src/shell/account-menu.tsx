import { Button, Menu, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { useAccount } from '../api/account.ts'
import { toAccountId } from '../session/keys.ts'
import { signOut, useSession } from '../session/session.ts'
import { ChevronDown, KeyRound, LogOut } from '../shared/icons.tsx'
import classes from './shell.module.css'

/** Names the account and ends the session. */
export const AccountMenu = () => {
  const { keys } = useSession()
  const { data: account } = useAccount()
  const [, navigate] = useLocation()
  const id = toAccountId(keys?.accessKey ?? '')
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`Account ${id}`}
        >
          <Text span size="sm">
            <span className={classes.word}>Account </span>
            <Text span ff="monospace" size="sm">
              {id}
            </Text>
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{account ? `Account ${id}, ${account.plan.name} plan` : `Account ${id}`}</Menu.Label>
        <Menu.Item leftSection={<KeyRound size={16} />} onClick={() => navigate('/keys')}>
          Keys and security
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} />} onClick={() => signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
