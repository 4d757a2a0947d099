import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { parseHostsFile } from '../core/network/hosts-file.ts'

/**
 * All addresses of a name. `named` hosts are those that the operator's allowance names: they are asked of the system, which
 * knows more than the name servers do. Throws, or returns nothing, where the name does not resolve.
 */
export type ResolveHost = (host: string, options: { named: boolean }) => Promise<readonly string[]>

/**
 * Asks the hosts file and the name servers, not the system: `dns.lookup` works on the four threads that all file access
 * shares, so that a page with two hundred dead names would hold up the whole process.
 */
export const createResolveHost = (hostsFile = '/etc/hosts'): { resolve: ResolveHost; cancel(): void } => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  let hosts: Promise<ReadonlyMap<string, readonly string[]>> | undefined
  const ask = async (host: string) => {
    hosts ??= readHosts(hostsFile)
    const listed = (await hosts).get(host)
    if (listed) return listed
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }
  const lookUp = async (host: string) => (await dns.lookup(host, { all: true })).map(({ address }) => address)
  return {
    resolve: (host, { named }) => (named ? lookUp(host) : ask(host)),
    cancel: () => resolver.cancel(),
  }
}

/** If the file cannot be read, the machine's own names are unknown. They are never allowed. */
const readHosts = async (hostsFile: string) =>
  parseHostsFile(await readFile(hostsFile, 'utf8').catch(() => ''))
