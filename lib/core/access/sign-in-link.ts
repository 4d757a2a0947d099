/** Returns the link that signs in to the dashboard. Its fragment is never sent, and the dashboard removes it from the address. */
export const toSignInLink = (baseUrl: string, keys: { accessKey: string; secretKey: string }): string =>
  `${baseUrl}/dashboard/#access_key=${keys.accessKey}&secret_key=${keys.secretKey}`
