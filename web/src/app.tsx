import { useEffect } from 'react'
import { Router } from 'wouter'
import { forgetAccount } from './api/forget-account.ts'
import { useSession } from './session/session.ts'
import { SignInPage } from './session/sign-in-page.tsx'
import { SwitchAccount } from './session/switch-account.tsx'
import { Shell } from './shell/shell.tsx'

/** Shows the pages to a user who is signed in, and otherwise the way to sign in. */
export const App = () => {
  const { keys, offered } = useSession()
  const isSignedIn = keys !== undefined
  useEffect(() => {
    if (!isSignedIn) forgetAccount()
  }, [isSignedIn])
  return (
    <Router base="/dashboard">
      {keys ? <Shell /> : <SignInPage />}
      {keys && offered && <SwitchAccount keys={keys} offered={offered} />}
    </Router>
  )
}
