/**
 * Reads `CANARY_URL`, a public page. Undefined for an empty text.
 * @param ownHosts of the service, which refuses to render itself
 */
export const parseCanaryUrl = (text: string, ownHosts: readonly string[] = []): string | undefined => {
  if (text === '') return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || ownHosts.includes(url.hostname))
    throw new Error(
      'It must be the http or https URL of a page that is not of the service itself, without credentials.',
    )
  return url.href
}
