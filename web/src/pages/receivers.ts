const languages = [
  { name: 'Node', fence: 'js', language: 'javascript' },
  { name: 'Python', fence: 'python', language: 'python' },
  { name: 'PHP', fence: 'php', language: 'php' },
  { name: 'Go', fence: 'go', language: 'go' },
] as const

interface Receiver {
  name: string
  language: (typeof languages)[number]['language']
  code: string
}

/** Returns the receivers that the documentation shows, which the tests run. */
export const findReceivers = (markdown: string): Receiver[] => {
  const examples = markdown.slice(markdown.indexOf('## Examples'))
  return languages.flatMap(({ name, fence, language }) => {
    const start = `\`\`\`${fence}\n`
    const from = examples.indexOf(start)
    if (from < 0) return []
    const code = examples.slice(from + start.length)
    return [{ name, language, code: code.slice(0, code.indexOf('\n```')) }]
  })
}
