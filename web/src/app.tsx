import { useEffect } from 'react'
import { Router } from 'wouter'
import { queryClient } from './api/query-client.ts'
import { useSession } from './session/session.ts'
import { SignInPage } from './session/sign-in-page.tsx'
import { SwitchAccount } from './session/switch-account.tsx'
import { Shell } from './shell/shell.tsx'
import { forgetSigningKey } from './signing/web-signature.ts'

/** Shows the pages to a user who is signed in, and otherwise the way to sign in. */
export const App = () => {
  const { keys, offered } = useSession()
  const isSignedIn = keys !== undefined
  useEffect(() => {
    if (isSignedIn) return
    queryClient.clear()
    forgetSigningKey()
  }, [isSignedIn])
  return (
    <Router base="/dashboard">
      {keys ? <Shell /> : <SignInPage />}
      {keys && offered && <SwitchAccount keys={keys} offered={offered} />}
    </Router>
  )
}
