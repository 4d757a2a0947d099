import type { CDPSession, Protocol } from 'puppeteer-core'
import { printable } from '../../base/printable.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { noteUnlessGone } from './best-effort.ts'
import { describeThrown } from './evaluate.ts'
import { followFrames } from './follow-targets.ts'

const textShownMax = 200

/**
 * Remembers the uncaught exceptions, unhandled rejections and calls of `console.error` of the page, its frames and its dedicated
 * workers, and returns a function that returns the first one. Other worlds than the page's own, such as ours, do not count.
 */
export const watchConsole = (
  cdp: CDPSession,
  { failOnConsoleError }: RenderPlan,
  report: Pick<RenderReport, 'faults'>,
): (() => string | undefined) => {
  // In the order of their first report.
  const errors = new Map<string, string>()
  if (!failOnConsoleError) return () => undefined
  const listen = async (session: CDPSession) => {
    const otherWorlds = new Set<number>()
    const add = (key: string, text: string, contextId: number | undefined) => {
      if (contextId === undefined || !otherWorlds.has(contextId)) errors.set(key, text)
    }
    const keyOf = (exceptionId: number) => `${session.id()} ${exceptionId}`
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.auxData?.['isDefault'] === false) otherWorlds.add(context.id)
    })
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) =>
      add(keyOf(details.exceptionId), describeException(details), details.executionContextId),
    )
    // A rejection that is handled late.
    session.on('Runtime.exceptionRevoked', ({ exceptionId }) => errors.delete(keyOf(exceptionId)))
    session.on('Runtime.consoleAPICalled', ({ type, args, executionContextId }) => {
      if (type === 'error') add(`console ${errors.size}`, describeArguments(args), executionContextId)
    })
  }
  void listen(cdp)
  followFrames(cdp, listen, noteUnlessGone(report, 'console'))
  return () => {
    const [first] = errors.values()
    return first === undefined ? undefined : printable(first, textShownMax)
  }
}

const describeException = ({ text, exception }: Protocol.Runtime.ExceptionDetails): string => {
  const [reason = ''] = exception ? describeThrown(exception).split('\n') : []
  return text.includes(reason) ? text : `${text} ${reason}`
}

/** Returns what the console shows: the first argument may be a format. https://console.spec.whatwg.org/#formatter */
const describeArguments = (args: readonly Protocol.Runtime.RemoteObject[]): string => {
  const [format = '', ...rest] = args.map(describeArgument)
  const text = format.replace(/%[sdifoOc]/g, (directive) => {
    const value = rest.shift()
    if (value === undefined) return directive
    return directive === '%c' ? '' : value
  })
  return [text, ...rest].join(' ')
}

const describeArgument = (argument: Protocol.Runtime.RemoteObject): string =>
  argument.type === 'string' ? String(argument.value) : (describeThrown(argument).split('\n')[0] ?? '')
