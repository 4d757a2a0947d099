import { Page } from '../shared/page.tsx'
import { Events } from './events.tsx'
import { Subscriptions } from './subscriptions.tsx'

/** Where events of the account are sent, and what was sent. */
export const Alerts = () => (
  <Page
    title="Alerts"
    description="Messages in Slack, Discord, Teams, an email or your own program when something happens in the account."
    call={['/v1/subscriptions', '/v1/events']}
  >
    <Subscriptions />
    <Events />
  </Page>
)
