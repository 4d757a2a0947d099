import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useAccount } from '../api/account.ts'
import { ApiError } from '../api/api-error.ts'
import { clockErrorMs } from '../api/server-clock.ts'
import { useUsage } from '../api/usage.ts'
import { formatNumber } from '../shared/format.ts'
import { Clock, CreditCard, WifiOff } from '../shared/icons.tsx'
import classes from './shell.module.css'

const minuteMs = 60_000

/** What concerns all pages: no connection, an unpaid invoice, a quota that is nearly used up, a wrong clock. */
export const Banners = () => (
  <div className={classes.banners}>
    <OfflineBanner />
    <AccountBanner />
    <ClockBanner />
  </div>
)

const OfflineBanner = () =>
  useNetwork().online ? null : (
    <Alert color="yellow" icon={<WifiOff size={18} />} role="status">
      You are offline. This page may be out of date.
    </Alert>
  )

const AccountBanner = () => {
  const { error } = useAccount()
  const { data: usage } = useUsage()
  if (error instanceof ApiError && error.code === 'payment_required')
    return (
      <Alert color="red" icon={<CreditCard size={18} />} title="The account has an unpaid invoice">
        The service accepts no requests until it is paid.
      </Alert>
    )
  if (!usage || usage.hits.quota === 0) return null
  const { used, quota } = usage.hits
  const share = used / quota
  if (share < 0.9) return null
  return (
    <Alert color={share < 1 ? 'yellow' : 'red'} icon={<CreditCard size={18} />} role="status">
      {share < 1
        ? `${formatNumber(used)} of ${formatNumber(quota)} hits of this month are used.`
        : 'The quota of this month is used up. Renders fail with 423 until it resets on the first of next month at 00:00 UTC.'}
    </Alert>
  )
}

const ClockBanner = () => {
  useAccount()
  const error = clockErrorMs()
  if (error === 0) return null
  const minutes = Math.max(1, Math.round(Math.abs(error) / minuteMs))
  return (
    <Alert color="yellow" icon={<Clock size={18} />} role="status">
      The clock of this computer is {minutes} {minutes === 1 ? 'minute' : 'minutes'}{' '}
      {error > 0 ? 'behind' : 'ahead of'} the service. The dashboard takes that into account.
    </Alert>
  )
}
