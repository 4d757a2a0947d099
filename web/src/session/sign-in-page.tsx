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
import { useForm } from '@mantine/form'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { checkKeys, KeyProblem } from '../api/check-keys.ts'
import { canSign } from '../api/web-signature.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { isLocal } from '../shared/is-local.ts'
import { Logo } from '../shell/logo.tsx'
import { findKeyProblem, signIn, useSession } from './session.ts'
import classes from './sign-in-page.module.css'

/** The form for the keys of an account. */
export const SignInPage = () => {
  const { notice } = useSession()
  const [isChecking, setChecking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { accessKey: '', secretKey: '' },
    transformValues: ({ accessKey, secretKey }) => ({
      accessKey: accessKey.trim(),
      secretKey: secretKey.trim(),
    }),
    validate: {
      accessKey: (value) => findKeyProblem(value.trim()),
      secretKey: (value) =>
        /^$|^[0-9A-Za-z]{40}$/.test(value.trim()) ? undefined : 'A secret key has 40 letters and digits.',
    },
  })
  const submit = form.onSubmit(async ({ accessKey, secretKey }) => {
    const keys = { accessKey, ...(secretKey !== '' && { secretKey }) }
    setChecking(true)
    setFailure(undefined)
    try {
      await checkKeys(keys)
      signIn(keys)
    } catch (error) {
      setChecking(false)
      if (error instanceof KeyProblem) form.setFieldError(error.field, error.message)
      else setFailure(error instanceof ApiError ? error.message : 'The sign-in failed. Try again.')
    }
  })
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
          {failure && (
            <Alert mt="md" color="red" role="alert">
              <CodeWords text={failure} />
            </Alert>
          )}
          <form onSubmit={submit} noValidate autoComplete="off">
            <Stack mt="lg">
              <TextInput
                {...form.getInputProps('accessKey')}
                key={form.key('accessKey')}
                label="Access key"
                autoComplete="off"
                spellCheck={false}
                data-autofocus
                autoFocus
                required
                withAsterisk={false}
              />
              <PasswordInput
                {...form.getInputProps('secretKey')}
                key={form.key('secretKey')}
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
