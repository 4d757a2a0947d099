/** The content of a sign-in link: a code that can be exchanged once for the keys of the account. */
export interface SignInOffer {
  accountId: string
  code: string
}

/** Returns the link that offers to sign in to the dashboard. Its fragment is not sent to the server, and it contains no key. */
export const toSignInLink = (baseUrl: string, { accountId, code }: SignInOffer): string =>
  `${baseUrl}/dashboard/#sign_in=${accountId}.${code}`

/** Returns the offer in the fragment of a URL, with or without its `#`. */
export const readSignInLink = (fragment: string): SignInOffer | undefined => {
  const [, accountId, code] = /^#?sign_in=([0-9A-Za-z]{6})\.([\w-]{32})$/.exec(fragment) ?? []
  return accountId !== undefined && code !== undefined ? { accountId, code } : undefined
}

/** Where the dashboard exchanges the code, with a POST that has it in this header. */
export const signInPath = '/dashboard/sign-in'
export const signInHeader = 'x-sign-in-code'
