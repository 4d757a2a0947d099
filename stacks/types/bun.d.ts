// SST's config.ts takes one type from Bun, whose own declarations change what URL is for everything else that is checked with it.
export type Shell = never
