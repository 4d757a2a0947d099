/** Name of an SST secret -> the setting that it holds. */
const settingNames: Readonly<Record<string, string>> = {
  ExitProxies: 'EXIT_PROXIES',
  CanaryKey: 'CANARY_KEY',
}

/**
 * Returns the settings that are secrets. `sst deploy` encrypts a function's linked secrets into its package, and SST's SDK decrypts
 * them when the function starts (https://sst.dev/docs/component/secret). Outside of a deployment none exist, and the SDK is not
 * loaded. The build bundles it into the deployed functions, so only the build needs the package.
 * @throws Error if the package does not match the key
 */
export const readLinkedSecrets = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> => {
  if (environment['SST_KEY_FILE'] === undefined) return {}
  const { Resource } = await import('sst/resource')
  const links = Resource as unknown as Readonly<Record<string, { value: string }>>
  return Object.fromEntries(
    Object.entries(settingNames).flatMap(([link, setting]) => {
      // Reading a secret that is not linked to this function throws.
      const secret = link in links ? links[link] : undefined
      return secret ? [[setting, secret.value]] : []
    }),
  )
}
