import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLinksKey } from '../api/access-keys.ts'
import { serverNowMs } from '../api/server-clock.ts'
import { canSign } from '../api/web-signature.ts'
import type { RenderCall } from '../parameters/form-values.ts'
import { useSession } from '../session/session.ts'
import { CodeBlock } from '../shared/code-block.tsx'
import { formatDateTime } from '../shared/format.ts'
import { ExternalLink, Link2 } from '../shared/icons.tsx'
import { ErrorState } from '../shared/states.tsx'
import { signCall } from './sign-call.ts'
import { extensionOf, postReason } from './to-request.ts'

const hour = 3600
const lifetimes = [
  { value: String(hour), label: '1 hour' },
  { value: String(24 * hour), label: '1 day' },
  { value: String(7 * 24 * hour), label: '7 days' },
  { value: String(30 * 24 * hour), label: '30 days' },
  { value: 'never', label: 'No end' },
]

/** Returns why a call cannot become a link, or undefined. */
const findObstacle = (call: RenderCall, secretKey: string | undefined): string | undefined => {
  if (!canSign()) return 'This browser can sign only over HTTPS or on localhost.'
  if (secretKey === undefined) return 'Signing needs the secret key. Sign out, and sign in with both keys.'
  if (!('url' in call.values || 'html' in call.values)) return 'Enter the URL of the page first.'
  const reason = postReason(call)
  if (reason === 'private')
    return 'A link would show the private parameters of this call to everyone who has it. Remove them first.'
  if (reason === 'only') return 'This operation accepts only POST.'
  return reason === 'long' ? 'The query string is too long for a link.' : undefined
}

/** Returns the element that shows an image or a video of a link, or undefined for other results. */
const toElement = (call: RenderCall, link: string): string | undefined => {
  const src = `src="${link.replaceAll('&', '&amp;')}"`
  const extension = extensionOf(call)
  if (/^(?:jpeg|png|webp|gif)$/.test(extension)) return `<img ${src} alt="">`
  return /^(?:mp4|webm)$/.test(extension) ? `<video ${src} controls></video>` : undefined
}

/** Makes a link that returns the result of a call to anyone, until some seconds from now. */
const useLink = (call: RenderCall, lifetime: string) => {
  const { keys } = useSession()
  const findLinksKey = useLinksKey()
  const making = useMutation({
    mutationFn: async () => {
      const accessKey = await findLinksKey()
      const expires = lifetime === 'never' ? undefined : Math.floor(serverNowMs() / 1000) + Number(lifetime)
      const link = await signCall(call, {
        baseUrl: location.origin,
        keys: { accessKey, secretKey: keys?.secretKey ?? '' },
        expires,
      })
      return { link, expires }
    },
  })
  const { reset } = making
  const content = JSON.stringify(call)
  // A link of other parameters would be misleading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the call discards the link.
  useEffect(reset, [content, lifetime])
  return { making, obstacle: findObstacle(call, keys?.secretKey) }
}

/** Makes a link that shows the result, for a page or a message. */
export const SignedLink = ({ call }: { call: RenderCall }) => {
  const [lifetime, setLifetime] = useState('86400')
  const { making, obstacle } = useLink(call, lifetime)
  const { data: made } = making
  const snippet = made && toElement(call, made.link)
  if (obstacle !== undefined) return <Text size="sm">{obstacle}</Text>
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Anyone with the link gets the result, for example in an <code>img</code> element. The signature
        protects its operation and parameters, and its access key opens nothing but signed links. Each new
        render costs a hit.
      </Text>
      <Group align="flex-end">
        <Select
          label="Valid for"
          data={lifetimes}
          value={lifetime}
          onChange={(next) => next !== null && setLifetime(next)}
          allowDeselect={false}
          w={140}
        />
        <Button
          variant="default"
          leftSection={<Link2 size={16} aria-hidden />}
          onClick={() => making.mutate()}
          loading={making.isPending}
        >
          Create link
        </Button>
        {made && (
          <Button
            component="a"
            href={made.link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<ExternalLink size={16} aria-hidden />}
          >
            Open
          </Button>
        )}
      </Group>
      {making.error && <ErrorState error={making.error} />}
      {made && (
        <>
          <CodeBlock code={made.link} what="the link" />
          {snippet && <CodeBlock code={snippet} language="html" what="the element" title="In a page" />}
          {made.expires !== undefined && (
            <Text size="sm" c="dimmed">
              Valid until {formatDateTime(made.expires)}.
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}
