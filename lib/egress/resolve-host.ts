import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { pause } from '../base/timers.ts'
import { parseHostsFile } from '../core/network/hosts-file.ts'

/**
 * Returns the addresses of a name. Throws, or returns an empty array, if the name does not resolve. `named` hosts are those that the
 * operator's allowance names. The system resolves them, because it may know names that the name servers do not.
 */
export type ResolveHost = (host: string, options: { named: boolean }) => Promise<readonly string[]>

/**
 * Once one family has addresses, the other has this long to add its own: the resolution delay of RFC 8305, section 3. A name server
 * that drops questions for IPv6 addresses would otherwise cost every connection to such a host the whole timeout.
 */
const otherFamilyMs = 50

/** A question without an answer is sent again after this time. An answer to the first one still counts. */
const askAgainMs = 2_000

/** A name server that has not answered by then is given up. */
const answerMsMax = 4_000

interface ResolveHostOptions {
  hostsFile?: string
  /** IP addresses with ports. Default: the name servers of the system. */
  nameServers?: readonly string[]
}

/**
 * Queries the hosts file and the name servers, not the system. `dns.lookup` runs on the four threads that all file access shares, so a
 * page with two hundred dead names would block the whole process.
 */
export const createResolveHost = ({
  hostsFile = '/etc/hosts',
  nameServers,
}: ResolveHostOptions = {}): { resolve: ResolveHost; cancel(): void } => {
  let servers: readonly string[] = nameServers ?? dns.getServers()
  const asking = new Set<dns.Resolver>()
  const ask = async (question: Question, at: readonly string[]): Promise<string[]> => {
    const resolver = createResolver(at)
    asking.add(resolver)
    try {
      return await question(resolver)
    } finally {
      asking.delete(resolver)
    }
  }
  const askTwice = (question: Question) => {
    const [first, ...others] = servers
    if (first === undefined) return Promise.resolve([])
    return firstAnswer(
      () => ask(question, [first, ...others]),
      async () => {
        const answer = await ask(question, [...others, first])
        // The first one may be down, so following questions go to the next one.
        servers = [...others, first]
        return answer
      },
    )
  }
  let hosts: Promise<ReadonlyMap<string, readonly string[]>> | undefined
  const query = async (host: string) => {
    hosts ??= readHosts(hostsFile)
    const listed = (await hosts).get(host)
    return (
      listed ??
      firstAnswered([
        askTwice((resolver) => resolver.resolve4(host)),
        askTwice((resolver) => resolver.resolve6(host)),
      ])
    )
  }
  const lookUp = async (host: string) => (await dns.lookup(host, { all: true })).map(({ address }) => address)
  return {
    resolve: (host, { named }) => (named ? lookUp(host) : query(host)),
    cancel() {
      for (const resolver of asking) resolver.cancel()
    },
  }
}

type Question = (resolver: dns.Resolver) => Promise<string[]>

/**
 * Each question has a resolver, because after some fast answers a resolver gives up after one second, whatever its timeout, and then
 * ignores the answer.
 */
const createResolver = (servers: readonly string[]): dns.Resolver => {
  const resolver = new dns.Resolver({ timeout: answerMsMax, tries: 1 })
  resolver.setServers(servers)
  return resolver
}

/** Resolves with the first answer, or with an empty array if it is an error or does not arrive. */
const firstAnswer = async (
  ask: () => Promise<string[]>,
  askAgain: () => Promise<string[]>,
): Promise<string[]> => {
  const end = new AbortController()
  const again = async () => {
    await pause(askAgainMs, end.signal)
    return askAgain()
  }
  try {
    return await Promise.race([ask(), again()])
  } catch {
    // The name has no such address, or the server does not know.
    return []
  } finally {
    end.abort()
  }
}

/** Returns the addresses of the families that have answered in time. */
const firstAnswered = async (families: readonly Promise<string[]>[]): Promise<string[]> => {
  const found: string[][] = []
  const all = Promise.all(
    families.map(async (family, index) => {
      found[index] = await family
    }),
  )
  const hasAddresses = families.map(async (family) => {
    if ((await family).length === 0) throw new Error('The family has no address.')
  })
  const enough = Promise.any(hasAddresses).then(() => pause(otherFamilyMs))
  await Promise.race([all, enough.catch(() => all)])
  return found.flat()
}

/** If the file cannot be read, the machine's own names are unknown. They are never allowed. */
const readHosts = async (hostsFile: string) =>
  parseHostsFile(await readFile(hostsFile, 'utf8').catch(() => ''))
