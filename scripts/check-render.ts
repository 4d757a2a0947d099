// Checks the principles of lib/render/README.md that a program can check. Part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each function is a promise between two programs. A new one replaces one, or a phase takes its work. */
const pageFunctionsMax = 65

/** What survives a phase is a member of `state`. */
const moduleVariablesMax = 8

const root = join(import.meta.dirname, '../lib/render')
const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const inPage = read('in-page/**/*.ts')
const outside = read('**/*.ts').filter(({ file }) => !file.startsWith('in-page/'))

/** Returns the functions that Node calls in a page, by name or in the text of a script. What runs once at the start of a document is none of them. */
const pageFunctions = (): Set<string> => {
  const called =
    /\b(?:call|callIn|callInFrames|callInAllFrames|handles)\(\s*(?:[\w. ]+(?:\([\w. ]*\))?,\s*)?'(\w+)'/g
  const written = /\.core\.name\}\.(\w+)\(/g
  return new Set(
    outside.flatMap(({ text }) =>
      [called, written].flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name)),
    ),
  )
}

const changed = (name: string) =>
  new RegExp(
    String.raw`(?<!(?:const|let) |[\w.])${name}(?:\??\.\w+|!)*(?:\s*(?:\+\+|--|(?:[-+*/|&]|\?\?|&&|\|\|)?=(?![=>]))|\.(?:add|set|delete|clear|push|unshift|pop|shift|splice)\()`,
  )

/** Returns the variables of modules that a function changes. */
const moduleVariables = (): string[] =>
  inPage.flatMap(({ file, text }) => {
    // A constant that is a function or a pattern never changes.
    const declared = Array.from(
      text.matchAll(/^(export )?(let|const) (\w+)(?![^=\n]* =\s*(?:async |function|<|\(|\/|\w+ =>))/gm),
    )
    return declared.flatMap(([line, isExported, kind, name = '']) => {
      const users = isExported ? inPage.filter((other) => other.text.includes(name)) : [{ text }]
      const isChanged = users.some((user) => changed(name).test(user.text.replace(`${line} =`, '')))
      return kind === 'let' || isChanged ? [`${file} ${name}`] : []
    })
  })

/** Returns the names of predicates that two places declare. */
const repeatedPredicates = (): string[] => {
  const pattern =
    /\b(?:const|function) ((?:is|has|can|takes|scrolls|covers)[A-Z]\w*|textOf)(?:(?:: [^=\n]+)? = (?:\(|\w+ =>)|[(<])/g
  const places = inPage.flatMap(({ file, text }) =>
    Array.from(text.matchAll(pattern), ([, name = '']) => ({ name, file })),
  )
  return [...Map.groupBy(places, ({ name }) => name)]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)
}

const functions = pageFunctions()
const variables = moduleVariables()
const messages = [
  ...(functions.size > pageFunctionsMax
    ? [
        `Node calls ${functions.size} functions of the page. It may call ${pageFunctionsMax}: ${[...functions].sort().join(' ')}`,
      ]
    : []),
  ...(variables.length > moduleVariablesMax
    ? [
        `${variables.length} variables of modules in the page change. ${moduleVariablesMax} may:\n  ${variables.join('\n  ')}`,
      ]
    : []),
  ...repeatedPredicates().map(
    (predicate) =>
      `${predicate}\n  declare a predicate of the same name. Share it, or name the other meaning.`,
  ),
]
for (const message of messages) process.stderr.write(`${message}\n`)
process.exitCode = messages.length === 0 ? 0 : 1
