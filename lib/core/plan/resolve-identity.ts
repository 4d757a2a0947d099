import { splitCookies, splitPair } from '../../schema/http-text.ts'
import type { Cookie, NameValue } from './render-plan.ts'

interface IdentityOptions {
  user_agent?: string | undefined
  authorization?: string | undefined
  cookies: readonly string[]
  headers: readonly string[]
}

/**
 * Returns the visitor's identity. `authorization`, `cookie` and `user-agent` among the headers join the parameters of that name. They
 * get the parameter's scope (the page's own origin). If both are given, the parameter wins.
 */
export const resolveIdentity = (options: IdentityOptions) => {
  const headers = options.headers.flatMap((text) => toPair(text, ':'))
  const headerOf = (name: string) => headers.find((header) => isNamed(header, name))?.value
  const authorization = options.authorization ?? headerOf('authorization')
  return {
    userAgent: options.user_agent ?? headerOf('user-agent'),
    authorization: authorization === undefined ? undefined : withScheme(authorization),
    cookies: [
      ...headers.flatMap((header, index) =>
        isNamed(header, 'cookie')
          ? splitCookies(header.value).flatMap((text) => toCookie(text, `headers[${index}]`))
          : [],
      ),
      ...options.cookies.flatMap((text, index) => toCookie(text, `cookies[${index}]`)),
    ],
    headers: headers.filter((header) => !ownParameters.some((name) => isNamed(header, name))),
  }
}

const ownParameters = ['authorization', 'cookie', 'user-agent']

const isNamed = (header: NameValue, name: string): boolean => header.name.toLowerCase() === name

const toPair = (text: string, separator: ':' | '='): NameValue[] => {
  const pair = splitPair(text, separator)
  return pair ? [pair] : []
}

const toCookie = (text: string, parameter: string): Cookie[] =>
  toPair(text, '=').map((pair) => ({ ...pair, parameter }))

const withScheme = (authorization: string): string =>
  authorization.includes(' ') ? authorization : `Basic ${authorization}`
