/** What a batch shows while it renders. */
export interface Progress {
  total: number
  done: number
  failed: number
}

const width = 30

/** Returns one line: a bar, and how many have ended. */
export const toProgressLine = ({ total, done, failed }: Progress): string => {
  const filled = total === 0 ? width : Math.floor(((done + failed) / total) * width)
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
  return `${bar} ${done + failed}/${total}${failed > 0 ? `, ${failed} failed` : ''}`
}
