import { createHash, randomBytes } from 'node:crypto'
import type { ResolvedFunction } from '../function-definition.ts'
import { FunctionError } from '../function-error.ts'

/** Lambda says "approximately": https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html */
const chainMax = 16

/** `Lineage=a87bd80c:1|68fd508a:5`: how often each function was invoked in the chain of messages that led here. */
const lineagePattern = /(?:^|;)Lineage=([^;]*)/

/**
 * Returns the trace header of an invocation, which the SDK passes on with every message that the function sends. A batch continues the
 * longest chain of its messages.
 * @param received the trace headers of the messages
 * @throws FunctionError if the chain has invoked the function too often, unless its `recursiveLoop` is `Allow`
 */
export const continueTrace = (
  { name, recursiveLoop }: Pick<ResolvedFunction, 'name' | 'recursiveLoop'>,
  received: readonly string[] = [],
): string => {
  const counts = new Map<string, number>()
  for (const entry of received.flatMap((header) => lineagePattern.exec(header)?.[1]?.split('|') ?? [])) {
    const [hash = '', count] = entry.split(':')
    counts.set(hash, Math.max(counts.get(hash) ?? 0, Number(count)))
  }
  const own = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const count = (counts.get(own) ?? 0) + 1
  if (count > chainMax && recursiveLoop === 'Terminate')
    throw new FunctionError({
      errorType: 'RecursiveInvocationException',
      errorMessage: `${name} was invoked ${chainMax} times in one chain of messages, and does not allow recursive loops.`,
    })
  counts.set(own, count)
  const [root = newRoot()] = received.flatMap((header) => /Root=[^;]+/.exec(header)?.[0] ?? [])
  return `${root};Sampled=0;Lineage=${[...counts].map((entry) => entry.join(':')).join('|')}`
}

const newRoot = () =>
  `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomBytes(12).toString('hex')}`
