// SST's config.ts imports one type from Bun. Bun's own declarations would change the type of URL in all other files.
export type Shell = never
