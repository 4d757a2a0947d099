import { join } from 'node:path'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { theme } from './src/theme.ts'

const themeModule = 'virtual:theme.css'

/** Provides the variables of the theme as a file. Mantine would insert them as a `<style>` element, which the policy forbids. */
const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  resolveId: (id) => (id === themeModule ? `\0${themeModule}` : undefined),
  load: (id) =>
    id === `\0${themeModule}`
      ? convertCssVariables(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), ':root')
      : undefined,
})

const pageModule = /\/web\/src\/(\w+)\/\1\.tsx$/

/** Returns what each page of the dashboard loads when it is opened, except for what the HTML names. */
const filesOfPages = (bundle: Rolldown.OutputBundle): Record<string, string[]> => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const loadedBy = (fileName: string, known: ReadonlySet<string>): ReadonlySet<string> =>
    known.has(fileName)
      ? known
      : (bundle[fileName] as Rolldown.OutputChunk).imports.reduce(
          (files, file) => loadedBy(file, files),
          new Set([...known, fileName]) as ReadonlySet<string>,
        )
  const first = chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [...loadedBy(fileName, new Set())] : []))
  return Object.fromEntries(
    chunks.flatMap(({ facadeModuleId, fileName }) => {
      const name = pageModule.exec(facadeModuleId ?? '')?.[1]
      const files = [...loadedBy(fileName, new Set(first))].slice(new Set(first).size)
      return name === undefined ? [] : [[name, files]]
    }),
  )
}

/** Runs before the first paint, which a module does not: sets the color scheme and begins to load the scripts of the page. */
const headScript = (): Plugin => ({
  name: 'head-script',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => [
      {
        tag: 'script',
        attrs: { src: '/dashboard/head.js', 'data-pages': JSON.stringify(filesOfPages(bundle ?? {})) },
        injectTo: 'head',
      },
    ],
  },
})

/** Leaves the check of PDF headers and footers to the service, because its HTML parser is 20 KB of compressed code. */
const templatesUnchecked = (): Plugin => ({
  name: 'templates-unchecked',
  load: (id) =>
    id === join(import.meta.dirname, '..', 'lib', 'schema', 'template-problem.ts')
      ? 'export const templateProblem = () => undefined'
      : undefined,
})

const mantineComponent = /\/@mantine\/core\/esm\/(?:components|utils)\/(?:.+\/)?(\w+)\.module\.mjs$/

/**
 * Gives each component of Mantine that is used its styles, in the chunk of the component. They are in a layer, which all other styles
 * precede, whatever is loaded first.
 */
const componentStyles = (): Plugin => ({
  name: 'component-styles',
  transform: (code, id) => {
    const name = mantineComponent.exec(id)?.[1]
    return name === undefined ? undefined : `import '@mantine/core/styles/${name}.layer.css'\n${code}`
  },
})

const sharedPackage = /\/node_modules\/(?:react|wouter|@floating-ui|@mantine|@tanstack)/

const service = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [themeVariables(), componentStyles(), headScript(), templatesUnchecked()],
  build: {
    outDir: join(import.meta.dirname, '..', 'generated', 'site', 'dashboard'),
    emptyOutDir: true,
    // A data: URL is not in the content security policy.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    // test/unit/web/bundle.test.ts has the limit, for what the first page loads.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Each request costs a round trip of a phone: what most pages share is in two files instead of forty.
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: sharedPackage, minShareCount: 5 },
            { name: 'app', test: /\/web\/src\/(?:api|session|shell|shared)\// },
          ],
        },
      },
      onLog: (level, log, handle) => {
        // "use client" in components concerns server rendering.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
  // `vite web` shows changes immediately and passes calls on to a service that runs.
  server: { proxy: { '/v1': service, '/cache': service } },
})
