import type { CDPSession, Protocol } from 'puppeteer-core'
import { limitsMs } from '../../core/plan/budgets.ts'
import { isContextLost, isScriptEnded } from '../browser/protocol-errors.ts'

type Sender = Pick<CDPSession, 'send'>

const reasonOf = ({ exception, text }: Protocol.Runtime.ExceptionDetails): string =>
  (exception ? describeThrown(exception) : text).split('\n')[0]?.slice(0, 200) ?? text

export const describeThrown = ({
  type,
  className,
  description,
  value,
  preview,
}: Protocol.Runtime.RemoteObject): string => {
  if (type === 'undefined') return 'undefined was thrown'
  // Of an object that is not an error, the description is only the name of its class.
  if (!preview || description !== className) return description ?? String(value)
  return `{ ${preview.properties.map((member) => `${member.name}: ${member.value}`).join(', ')} }`
}

/**
 * Runs a script in the page's own world, as if it were the page's. No content security policy applies. Returns why it failed, or
 * undefined. Never resolves for a script that is ended because it ran too long.
 */
export const runScript = async (cdp: Sender, script: string, msMax?: number): Promise<string | undefined> => {
  try {
    const { exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: `(async () => {\n${script}\n})()`,
      awaitPromise: true,
      userGesture: true,
      generatePreview: true,
      ...(msMax !== undefined && { timeout: msMax }),
    })
    return exceptionDetails && reasonOf(exceptionDetails)
  } catch (error) {
    if (isScriptEnded(error)) return new Promise(() => {})
    throw error
  }
}

/**
 * Evaluates an expression in the page's own world. A function is called, because some libraries expect one. An expression that runs too
 * long, or whose document the page leaves, is not true yet.
 */
export const evaluateExpression = async (
  cdp: Sender,
  expression: string,
): Promise<{ isTrue: boolean; error?: string }> => {
  try {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: `(async () => { const value = (${expression}\n); return !!(await (typeof value === 'function' ? value() : value)) })()`,
      awaitPromise: true,
      generatePreview: true,
      timeout: limitsMs.action.expression,
    })
    return exceptionDetails
      ? { isTrue: false, error: reasonOf(exceptionDetails) }
      : { isTrue: result.value === true }
  } catch (error) {
    if (isScriptEnded(error) || isContextLost(error)) return { isTrue: false }
    throw error
  }
}
