/** A limit that no test reaches. */
export const many = 1_000_000

/** The plans of the service that the integration tests share. */
export const sharedPlans = {
  free: { requestsPerMinute: 3 },
  starter: { requestsPerMinute: 1 },
  growth: { requestsPerMinute: many, quota: many, concurrency: many },
  // An operation that renders ends at the quota.
  scale: { requestsPerMinute: many, quota: 0 },
}

/** The plans of the service that the tests of `test/e2e` share. `starter` is the plan of the walkthrough in docs/operate/accounts.md. */
export const smallPlans = {
  free: { quota: 5, requestsPerMinute: many, concurrency: 1 },
  starter: { quota: 2, requestsPerMinute: 4 },
}
