/** One instruction of a Dockerfile, with its arguments as text. */
export interface Instruction {
  keyword: string
  text: string
}

export interface Stage {
  name: string
  /** An image, or the name of an earlier stage. */
  from: string
  instructions: Instruction[]
}

/** Parses the subset of the Dockerfile format that ours uses. Throws for a line that it does not understand. */
export const parseDockerfile = (source: string): Stage[] => {
  const stages: Stage[] = []
  const lines = source
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of lines) {
    const [, keyword = '', text = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? []
    if (keyword === '') throw new Error(`The Dockerfile has a line that is not an instruction: ${line}`)
    if (keyword === 'FROM') stages.push(toStage(text, stages.length))
    else if (stages.length === 0) throw new Error(`${keyword} comes before FROM.`)
    else stages.at(-1)?.instructions.push({ keyword, text })
  }
  return stages
}

const toStage = (text: string, index: number): Stage => {
  const [from = '', as, name = String(index)] = text.replace(/^--platform=\S+\s+/, '').split(/\s+/)
  if (as !== undefined && as !== 'AS') throw new Error(`FROM has an unknown argument: ${as}`)
  return { name, from, instructions: [] }
}
