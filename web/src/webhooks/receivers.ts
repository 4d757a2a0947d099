const languages = [
  { name: 'Node', fence: 'js', language: 'javascript', command: 'node receiver.mjs' },
  { name: 'Python', fence: 'python', language: 'python', command: 'python3 receiver.py' },
  { name: 'PHP', fence: 'php', language: 'php', command: 'php -S 127.0.0.1:$PORT receiver.php' },
  { name: 'Go', fence: 'go', language: 'go', command: 'go run receiver.go' },
] as const

interface Receiver {
  name: string
  language: (typeof languages)[number]['language']
  code: string
  /** Starts the receiver, whose file is its last word. */
  command: string
}

/** Returns the receivers that the documentation shows, which the tests run. */
export const findReceivers = (markdown: string): Receiver[] => {
  const examples = markdown.slice(markdown.indexOf('## Examples'))
  return languages.flatMap(({ name, fence, language, command }) => {
    const start = `\`\`\`${fence}\n`
    const from = examples.indexOf(start)
    if (from < 0) return []
    const code = examples.slice(from + start.length)
    return [{ name, language, command, code: code.slice(0, code.indexOf('\n```')) }]
  })
}
