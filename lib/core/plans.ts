/** The plans of the service. The order is from the smallest to the largest. */
export const planNames = ['free', 'starter', 'growth', 'scale'] as const

export type PlanName = (typeof planNames)[number]

export const isPlanName = (text: string): text is PlanName => planNames.some((name) => name === text)
