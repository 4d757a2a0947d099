import type { Browser } from 'puppeteer-core'
import { readAcceptLanguage, toAcceptLanguage } from '../../core/html/languages.ts'
import {
  resolveNavigatorPlatform,
  resolveUserAgentHints,
  toVisibleUserAgent,
  type UserAgent,
} from '../../core/html/user-agent.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import type { EmulationStep } from '../page/step.ts'

const defaultUserAgents = new WeakMap<Browser, UserAgent>()

/** Sets the user agent and the languages, in requests as well as in `navigator`. */
export const setIdentity: EmulationStep = async ({ page, cdp }, plan) => {
  // No await if the value is known, because a frame's commands have to be sent before the frame starts.
  const known = plan.userAgent ? { text: plan.userAgent } : defaultUserAgents.get(page.browser())
  const userAgent = known ?? (await readDefaultUserAgent(page.browser()))
  const hints = resolveUserAgentHints(userAgent, plan.viewport.isMobile)
  await Promise.all([
    cdp.send('Emulation.setUserAgentOverride', {
      userAgent: userAgent.text,
      acceptLanguage: resolveAcceptLanguage(plan),
      platform: resolveNavigatorPlatform(userAgent.text),
      ...(hints === undefined ? {} : { userAgentMetadata: hints }),
    }),
    plan.locale && cdp.send('Emulation.setLocaleOverride', { locale: plan.locale.replaceAll('-', '_') }),
  ])
}

/** Reads it once per browser, because a round trip per render is measurable. */
const readDefaultUserAgent = async (browser: Browser) => {
  const userAgent = toVisibleUserAgent(await browser.userAgent())
  defaultUserAgents.set(browser, userAgent)
  return userAgent
}

const resolveAcceptLanguage = ({ headers, locale }: RenderPlan) => {
  const header = headers.findLast(({ name }) => name.toLowerCase() === 'accept-language')
  if (header !== undefined) return readAcceptLanguage(header.value)
  return toAcceptLanguage(locale ?? 'en-US')
}
