import {
  Alert,
  Anchor,
  Button,
  Code,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { checkKeys, KeyProblem } from '../api/check-keys.ts'
import { canSign } from '../api/web-signature.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { Info } from '../shared/icons.tsx'
import { isLocal } from '../shared/is-local.ts'
import { Logo } from '../shell/logo.tsx'
import { findAccessKeyProblem, findSecretKeyProblem } from './keys.ts'
import { signIn, useSession } from './session.ts'
import classes from './sign-in-page.module.css'

/** What is wrong with the fields, and why the service did not accept them. */
type Problems = Partial<Record<'accessKey' | 'secretKey' | 'failure', string | undefined>>

const toProblems = (error: unknown): Problems => {
  if (error instanceof KeyProblem) return { [error.field]: error.message }
  return { failure: error instanceof ApiError ? error.message : 'The sign-in failed. Try again.' }
}

/** The form for the keys of an account. */
export const SignInPage = () => {
  const { notice } = useSession()
  const [isChecking, setChecking] = useState(false)
  const [values, setValues] = useState({ accessKey: '', secretKey: '' })
  const [problems, setProblems] = useState<Problems>({})
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const accessKey = values.accessKey.trim()
    const secretKey = values.secretKey.trim()
    const found: Problems = {
      accessKey: findAccessKeyProblem(accessKey),
      secretKey: findSecretKeyProblem(secretKey),
    }
    setProblems(found)
    if (found.accessKey || found.secretKey) return
    const keys = { accessKey, ...(secretKey !== '' && { secretKey }) }
    setChecking(true)
    try {
      await checkKeys(keys)
      signIn(keys)
    } catch (error) {
      setChecking(false)
      setProblems(toProblems(error))
    }
  }
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Logo />
        <Paper p="xl" shadow="sm">
          <Title order={1} size="h3">
            Sign in
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            With the keys of your account. They stay in the tabs of this browser and are cleared when you sign
            out.
          </Text>
          {notice && (
            <Alert mt="md" color="yellow" icon={<Info size={18} />} role="status">
              {notice}
            </Alert>
          )}
          {problems.failure && (
            <Alert mt="md" color="red" role="alert">
              <CodeWords text={problems.failure} />
            </Alert>
          )}
          <form onSubmit={submit} noValidate autoComplete="off">
            <Stack mt="lg">
              <TextInput
                {...field('accessKey')}
                label="Access key"
                autoComplete="off"
                spellCheck={false}
                data-autofocus
                autoFocus
                required
                withAsterisk={false}
              />
              <PasswordInput
                {...field('secretKey')}
                label="Secret key"
                description="Optional. Needed to rotate keys, to sign links and for accounts that require signed requests."
                autoComplete="off"
                visibilityToggleButtonProps={{ 'aria-label': 'Show the secret key', tabIndex: 0 }}
                disabled={!canSign()}
              />
              {!canSign() && (
                <Text size="sm" c="dimmed">
                  This browser can sign only over HTTPS or on localhost, so the secret key cannot be used
                  here.
                </Text>
              )}
              <Button type="submit" fullWidth loading={isChecking}>
                Sign in
              </Button>
            </Stack>
          </form>
        </Paper>
        <Text size="sm" c="dimmed">
          {isLocal ? (
            <>
              <Code>npm start</Code> prints a link that signs in, and <Code>npm run accounts -- create</Code>{' '}
              creates an account.
            </>
          ) : (
            <>The operator of this service creates accounts and sends you their keys.</>
          )}{' '}
          <Anchor href="/docs" underline="always">
            Read the documentation
          </Anchor>
        </Text>
      </div>
    </main>
  )
}
