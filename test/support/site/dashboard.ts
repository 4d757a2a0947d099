import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'
import { expect } from 'vitest'
import type { NewAccount } from '../../../lib/store/accounts.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary: string }[]
}

/** Opens the dashboard with a link that contains the keys of the account. */
export const signIn = async (
  page: Page,
  baseUrl: string,
  { accessKey, secretKey }: Pick<NewAccount, 'accessKey' | 'secretKey'>,
): Promise<void> => {
  await page.goto(`${baseUrl}/dashboard/#access_key=${accessKey}&secret_key=${secretKey}`)
  await heading(page, 'Overview')
}

/** Waits for the title of a page. */
export const heading = async (page: Page, text: string): Promise<void> => {
  await page.waitForSelector(`h1 ::-p-text(${text}), h1::-p-text(${text})`, { timeout: 20_000 })
}

/** Waits until a text is on the page. */
export const seesText = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    (wanted) => document.body.textContent.includes(wanted),
    { timeout: 20_000 },
    text,
  )
}

/** Clicks what has this role and name for assistive technology. */
export const click = async (page: Page, role: string, name: string): Promise<void> => {
  // Waits until it is enabled and does not move any more.
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(20_000).click()
}

/** Replaces what a field contains. */
export const fill = async (page: Page, label: string, text: string): Promise<void> => {
  await page.locator(`::-p-aria([name="${label}"][role="textbox"])`).fill(text)
}

/** Fails for violations that make a page hard or impossible to use for some people, and for a page that scrolls sideways. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // In the browser's own protocol, which the content security policy of the page does not concern.
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }))
  })
  expect(violations).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
