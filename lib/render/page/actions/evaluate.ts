import type { CDPSession, Protocol } from 'puppeteer-core'

type Sender = Pick<CDPSession, 'send'>

const reasonOf = ({ exception, text }: Protocol.Runtime.ExceptionDetails): string =>
  (exception?.description ?? String(exception?.value ?? text)).split('\n')[0]?.slice(0, 200) ?? text

/** The browser ends a script that runs longer than this without a pause. */
const isEnded = (error: unknown) => error instanceof Error && /Execution was terminated/.test(error.message)

/**
 * Runs a script in the page's own world, as if it were the page's. No content security policy applies. Returns why it failed, or
 * undefined. Never resolves for a script that is ended because it ran too long.
 */
export const runScript = async (cdp: Sender, script: string, msMax: number): Promise<string | undefined> => {
  try {
    const { exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: `(async () => {\n${script}\n})()`,
      awaitPromise: true,
      userGesture: true,
      timeout: msMax,
    })
    return exceptionDetails && reasonOf(exceptionDetails)
  } catch (error) {
    if (isEnded(error)) return new Promise(() => {})
    throw error
  }
}

/** A look that takes longer than this has failed. */
const lookMsMax = 1_000

/** Evaluates an expression in the page's own world. A function is called, because some libraries expect one. */
export const evaluateExpression = async (
  cdp: Sender,
  expression: string,
): Promise<{ isTrue: boolean; error?: string }> => {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression: `(async () => { const value = (${expression}\n); return !!(await (typeof value === 'function' ? value() : value)) })()`,
    awaitPromise: true,
    returnByValue: true,
    timeout: lookMsMax,
  })
  return exceptionDetails
    ? { isTrue: false, error: reasonOf(exceptionDetails) }
    : { isTrue: result.value === true }
}
