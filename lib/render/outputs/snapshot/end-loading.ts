import type { RenderPlan } from '../../../core/plan/render-plan.ts'
import type { PageSession } from '../../browser/page-session.ts'
import { frameSessionsOf } from '../../page/follow-targets.ts'
import type { World } from '../../page/world.ts'
import { unlessBusy } from './pause-scripts.ts'

/**
 * Ends all that a frozen page is loading, for which the browser's print would wait. Each image that fails has an event, which keeps the
 * document from having loaded until its task has run. So the page is active for a moment, without scripts, which do not see the events.
 */
export const endLoading = async (
  { cdp, frames }: PageSession,
  world: World,
  { scriptsDisabled }: RenderPlan,
): Promise<void> => {
  const disableScripts = (value: boolean) =>
    Promise.all(
      [cdp, ...frameSessionsOf(cdp)].map((session) =>
        unlessBusy(session.send('Emulation.setScriptExecutionDisabled', { value })),
      ),
    )
  await disableScripts(true)
  await world.call('stopLoading')
  await cdp.send('Page.setWebLifecycleState', { state: 'active' })
  await frames.time.advance(1)
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  await disableScripts(scriptsDisabled === true)
}
