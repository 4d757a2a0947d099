import { useEffect } from 'react'
import { Router } from 'wouter'
import { forgetAccount } from './api/forget-account.ts'
import { ConfirmSignIn } from './session/confirm-sign-in.tsx'
import { useSession } from './session/session.ts'
import { SignInPage } from './session/sign-in-page.tsx'
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
      {offered && <ConfirmSignIn key={offered.code} keys={keys} offer={offered} />}
    </Router>
  )
}
