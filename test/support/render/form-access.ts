import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import {
  isElementAccessExpression,
  isObjectBindingPattern,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, SymbolFlags, type Type } from 'typescript/unstable/sync'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'lib/render/in-page')
const config = join(root, 'tsconfig.in-page.json')

/**
 * Finds the expressions of `lib/render/in-page/` that read a member directly from a node that may be a form, by the compiler's
 * types: `file: expression`. `samples` are further files of that folder, by name.
 */
export const findFormAccess = (samples: Readonly<Record<string, string>> = {}): string[] => {
  const api = new API({ cwd: root, fs: withSamples(samples) })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error('The compiler does not open tsconfig.in-page.json.')
    const { checker, program } = project
    const form = declaredType(checker, 'HTMLFormElement')
    const eventTarget = declaredType(checker, 'EventTarget')
    // A form can also be assigned to an object with any keys, because it has an index signature.
    const mayBeForm = (type: Type) =>
      checker.isTypeAssignableTo(checker.getNonNullableType(type) ?? type, eventTarget) &&
      checker.isTypeAssignableTo(form, type)
    const findIn = (file: SourceFile): string[] => {
      const nodes = receiversOf(file)
      const types = checker.getTypeAtLocation(nodes.map(({ receiver }) => receiver))
      return nodes
        .filter((_, index) => {
          const type = types[index]
          return type === undefined || mayBeForm(type)
        })
        .map(({ access }) => access.getText(file))
    }
    return program
      .getSourceFileNames()
      .filter((name) => name.startsWith(`${folder}/`))
      .flatMap((name) => {
        const file = program.getSourceFile(name)
        return file ? findIn(file).map((text) => `${name.slice(folder.length + 1)}: ${text}`) : []
      })
  } finally {
    api.close()
  }
}

const declaredType = (checker: Checker, name: string) => {
  const symbol = checker.resolveName(name, SymbolFlags.Interface)
  if (!symbol) throw new Error(`The compiler does not know ${name}.`)
  return checker.getDeclaredTypeOfSymbol(symbol)
}

/** What a member is read from: the object of an access, or the pattern that takes an object apart. */
const receiversOf = (file: SourceFile) => {
  const found: { access: Node; receiver: Node }[] = []
  const visit = (node: Node): void => {
    if (isPropertyAccessExpression(node) || isElementAccessExpression(node))
      found.push({ access: node, receiver: node.expression })
    if (isObjectBindingPattern(node)) found.push({ access: node, receiver: node })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

const withSamples = (samples: Readonly<Record<string, string>>) => ({
  readFile: (path: string) => samples[path.slice(folder.length + 1)],
  getAccessibleEntries: (path: string) => {
    if (path !== folder) return undefined
    const entries = readdirSync(folder, { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    const directories = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return { files: [...files, ...Object.keys(samples)], directories }
  },
})
