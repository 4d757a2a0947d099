import { Alert, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type SignatureVersion, toSignedContent } from '../../../lib/core/access/signed-content.ts'
import { canSign, signContent } from '../api/web-signature.ts'
import { Copy } from '../shared/copy.tsx'
import { CircleCheck, CircleX } from '../shared/icons.tsx'
import classes from './keys.module.css'

interface Props {
  secretKey: string | undefined
  version: SignatureVersion
}

const hasBody = (method: string) => method !== 'GET' && method !== 'DELETE'

/** Signs what the user enters, to compare with what a program makes. */
export const SignatureTester = ({ secretKey, version }: Props) => {
  const [method, setMethod] = useState('GET')
  const [path, setPath] = useState('/v1/screenshot')
  const [content, setContent] = useState('url=https%3A%2F%2Fexample.com%2F')
  const [given, setGiven] = useState('')
  const signature = useSignature({ secretKey, version, method, path, content })
  if (!secretKey || !canSign())
    return (
      <Text size="sm" c="dimmed">
        The tester needs the secret key. Sign in with both keys to use it.
      </Text>
    )
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Computes the signature in this browser. Compare it with the one that your program makes of the same
        bytes.
      </Text>
      <div className={classes.line}>
        <NativeSelect
          label="Method"
          data={['GET', 'DELETE', 'POST', 'PUT', 'PATCH']}
          value={method}
          onChange={(event) => setMethod(event.currentTarget.value)}
        />
        {version === 2 && (
          <TextInput
            label="Path"
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
            className={classes.grow}
          />
        )}
      </div>
      <Textarea
        label={hasBody(method) ? 'Body, exactly as sent' : 'Query string, exactly as sent, without signature'}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        autosize
        minRows={2}
        spellCheck={false}
        classNames={{ input: classes.mono }}
      />
      <div className={classes.result}>
        <div className={classes.grow}>
          <Text size="sm" fw={500}>
            {hasBody(method) ? 'X-Service-Signature' : 'signature'}
          </Text>
          <output className={classes.signature} aria-label="Signature">
            {signature}
          </output>
        </div>
        <Copy text={signature} what="the signature" />
      </div>
      <TextInput
        label="The signature of your program"
        placeholder="64 hexadecimal characters"
        value={given}
        onChange={(event) => setGiven(event.currentTarget.value)}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.mono }}
      />
      {given.trim() !== '' && <Verdict isSame={given.trim() === signature} />}
    </Stack>
  )
}

const Verdict = ({ isSame }: { isSame: boolean }) => (
  <Alert
    color={isSame ? 'green' : 'red'}
    icon={isSame ? <CircleCheck size={18} /> : <CircleX size={18} />}
    role="status"
  >
    {isSame
      ? 'The signatures are equal.'
      : 'The signatures differ. Sign the exact bytes that are sent, with the 40 characters of the secret key, and write lowercase hexadecimal.'}
  </Alert>
)

interface Input extends Props {
  method: string
  path: string
  content: string
}

const useSignature = ({ secretKey, version, method, path, content }: Input): string => {
  const [signature, setSignature] = useState('')
  useEffect(() => {
    if (!secretKey || !canSign()) return
    let isCurrent = true
    const bytes = hasBody(method) ? new TextEncoder().encode(content) : content
    const sign = async () => {
      const made = await signContent(secretKey, toSignedContent(version, { method, path, content: bytes }))
      if (isCurrent) setSignature(made)
    }
    void sign()
    return () => {
      isCurrent = false
    }
  }, [secretKey, version, method, path, content])
  return signature
}
