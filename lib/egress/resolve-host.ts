import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { parseHostsFile } from '../core/network/hosts-file.ts'

/**
 * Returns all addresses of a name. Throws, or returns an empty array, if the name does not resolve. `named` hosts are those that the
 * operator's allowance names. The system resolves them, because it may know names that the name servers do not.
 */
export type ResolveHost = (host: string, options: { named: boolean }) => Promise<readonly string[]>

/**
 * Queries the hosts file and the name servers, not the system. `dns.lookup` runs on the four threads that all file access shares, so a
 * page with two hundred dead names would block the whole process.
 */
export const createResolveHost = (hostsFile = '/etc/hosts'): { resolve: ResolveHost; cancel(): void } => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  let hosts: Promise<ReadonlyMap<string, readonly string[]>> | undefined
  const query = async (host: string) => {
    hosts ??= readHosts(hostsFile)
    const listed = (await hosts).get(host)
    if (listed) return listed
    const responses = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []))
  }
  const lookUp = async (host: string) => (await dns.lookup(host, { all: true })).map(({ address }) => address)
  return {
    resolve: (host, { named }) => (named ? lookUp(host) : query(host)),
    cancel: () => resolver.cancel(),
  }
}

/** If the file cannot be read, the machine's own names are unknown. They are never allowed. */
const readHosts = async (hostsFile: string) =>
  parseHostsFile(await readFile(hostsFile, 'utf8').catch(() => ''))
