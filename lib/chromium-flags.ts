/** Reads the value of `CHROMIUM_FLAGS`. @throws Error with what it accepts */
export const parseChromiumFlags = (text: string): readonly string[] => {
  const flags = text.split(/\s+/).filter((flag) => flag !== '')
  if (flags.every((flag) => flag.startsWith('--'))) return flags
  throw new Error('The flags must begin with -- and be separated by spaces.')
}
