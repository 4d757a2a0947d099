/** A limit that no test reaches. */
export const many = 1_000_000

/** The plans of the service that the integration tests share. */
export const sharedPlans = {
  free: { requestsPerMinute: 3 },
  starter: { requestsPerMinute: 1 },
  growth: { requestsPerMinute: many, quota: many },
  // An operation that renders ends at the quota.
  scale: { requestsPerMinute: many, quota: 0 },
}
