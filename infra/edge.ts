/** How long CloudFront waits for the API. The longest response starts after 100 s. AWS grants 120 s without a request (quota L-AECE9FA7). */
export const originReadTimeoutSeconds = 120

/** Response headers policies of one stage: stacks/edge-headers.ts. An AWS account can have 20 (quota L-CF0D4FC5). */
export const headersPoliciesPerStage = 5
