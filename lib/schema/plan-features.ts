/** What not every plan has: scheduled tasks, and the options of these names. */
export const planFeatures = ['tasks', 'gpu_rendering', 'ip_location'] as const

export type PlanFeature = (typeof planFeatures)[number]

export const isPlanFeature = (name: string): name is PlanFeature =>
  planFeatures.some((feature) => feature === name)
