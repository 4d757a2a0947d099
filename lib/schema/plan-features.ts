/** Features that not every plan includes: scheduled tasks, and the options with these names. */
export const planFeatures = ['tasks', 'gpu_rendering', 'ip_location'] as const

export type PlanFeature = (typeof planFeatures)[number]

export const isPlanFeature = (name: string): name is PlanFeature =>
  planFeatures.some((feature) => feature === name)
