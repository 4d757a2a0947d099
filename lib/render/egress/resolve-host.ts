import { promises as dns } from 'node:dns'

/**
 * All addresses of a name. `named` hosts are those that the operator's allowance names: they may be known to the hosts file
 * alone. Throws, or returns nothing, where the name does not resolve.
 */
export type ResolveHost = (host: string, options: { named: boolean }) => Promise<readonly string[]>

/**
 * Asks the name servers, not the system: `dns.lookup` works on the four threads that all file access shares, so that a page
 * with two hundred dead names would hold up the whole process.
 */
export const createResolveHost = (): { resolve: ResolveHost; cancel(): void } => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  const ask = async (host: string) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
  const lookUp = async (host: string) => (await dns.lookup(host, { all: true })).map(({ address }) => address)
  return {
    resolve: (host, { named }) => (named ? lookUp(host) : ask(host)),
    cancel: () => resolver.cancel(),
  }
}
