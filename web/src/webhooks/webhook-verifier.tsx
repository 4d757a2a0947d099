import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { canSign, signContent } from '../api/web-signature.ts'
import { useSession } from '../session/session.ts'
import { CircleCheck, CircleX } from '../shared/icons.tsx'

/** Checks the signature of a webhook that a receiver got. */
export const WebhookVerifier = () => {
  const secretKey = useSession().keys?.secretKey
  const [body, setBody] = useState('')
  const [signature, setSignature] = useState('')
  const [isRight, setRight] = useState<boolean>()
  useEffect(() => {
    const isComplete = secretKey !== undefined && canSign() && body !== '' && signature.trim() !== ''
    let isCurrent = true
    const check = async () => {
      const expected = isComplete ? await signContent(secretKey, body) : undefined
      if (isCurrent) setRight(expected === undefined ? undefined : expected === signature.trim())
    }
    void check()
    return () => {
      isCurrent = false
    }
  }, [secretKey, body, signature])
  if (!secretKey || !canSign())
    return (
      <Text size="sm" c="dimmed">
        Checking a signature needs the secret key. Sign in with both keys to use it.
      </Text>
    )
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Paste what your receiver got. The check runs in this browser with the secret key of the session.
      </Text>
      <Textarea
        label="Body, exactly as received"
        placeholder='{"id":"019…","file":"https://…","expires":1893628800,"created":1893456000}'
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        autosize
        minRows={2}
        spellCheck={false}
      />
      <TextInput
        label="X-Service-WebHook-Signature"
        value={signature}
        onChange={(event) => setSignature(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
      />
      {isRight !== undefined && (
        <Alert
          color={isRight ? 'green' : 'red'}
          icon={isRight ? <CircleCheck size={18} /> : <CircleX size={18} />}
          role="status"
        >
          {isRight
            ? 'The signature is right: the service sent exactly this body.'
            : 'The signature does not match. Use the raw bytes of the body, and the current secret key.'}
        </Alert>
      )}
    </Stack>
  )
}
