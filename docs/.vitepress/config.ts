import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTheme, defineConfig, type HeadConfig } from 'vitepress'
import { frameIndentedCode, linkIndexPages, nameRepository, toSlug } from './markdown.ts'
import { linkSamples } from './playground-links.ts'
import { splitIntoSections } from './search-sections.ts'
import { correctedTheme } from './theme-corrections.ts'

const docsDir = join(import.meta.dirname, '..')
const repository = process.env['GITHUB_REPOSITORY']

/** The table of contents in docs/README.md is the navigation: a heading for each group, and a list of links. */
const readSidebar = (): DefaultTheme.SidebarItem[] =>
  readFileSync(join(docsDir, 'README.md'), 'utf8')
    .split('\n## ')
    .slice(1)
    .map((section) => ({
      text: section.split('\n', 1)[0] ?? '',
      items: [...section.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm)].map(([, text = '', path = '']) => ({
        text,
        link: `/docs/${path.replace(/README$/, '')}`,
      })),
    }))

export default defineConfig({
  title: 'Stillframe',
  description: 'Web page rendering service: screenshots, videos, PDFs and text over HTTP.',
  lang: 'en',
  outDir: join(docsDir, '..', 'generated', 'site-docs'),
  cacheDir: join(docsDir, '..', 'generated', '.vitepress'),
  cleanUrls: true,
  ignoreDeadLinks: false,
  rewrites: (path) => (path === 'index.md' ? path : `docs/${path.replace(/README\.md$/, 'index.md')}`),
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  transformHead: ({ pageData: { title, relativePath, isNotFound }, description }) =>
    isNotFound
      ? []
      : [
          ['meta', { property: 'og:site_name', content: 'Stillframe' }],
          ['meta', { property: 'og:type', content: 'website' }],
          ['meta', { property: 'og:title', content: title }],
          ['meta', { property: 'og:description', content: description }],
          // A deployment adds its domain (infra/site.ts).
          ['meta', { property: 'og:image', content: '/og.png' }],
          ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
          ...(relativePath.startsWith('docs/')
            ? ([
                ['link', { rel: 'alternate', type: 'text/markdown', href: `/${relativePath}` }],
              ] satisfies HeadConfig[])
            : []),
        ],
  markdown: {
    anchor: { slugify: toSlug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    config: (markdown) => {
      markdown.use(linkIndexPages)
      markdown.use(frameIndentedCode)
      markdown.use(linkSamples)
      if (repository) markdown.use(nameRepository, repository)
    },
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Guides', link: '/docs/', activeMatch: '^/docs/(start/|guides/|concepts/|$)' },
      { text: 'Reference', link: '/docs/reference/', activeMatch: '^/docs/reference/' },
      { text: 'Dashboard', link: '/dashboard/', target: '_self' },
    ],
    sidebar: { '/docs/': readSidebar() },
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { _splitIntoSections: splitIntoSections } } },
    externalLinkIcon: true,
    ...(repository && { socialLinks: [{ icon: 'github', link: `https://github.com/${repository}` }] }),
    notFound: {
      title: 'This page does not exist',
      quote: 'Search for what you need, or open the documentation.',
      link: '/docs/',
      linkLabel: 'Documentation',
      linkText: 'Documentation',
    },
    ...(repository && {
      editLink: {
        pattern: `https://github.com/${repository}/edit/main/docs/:path`,
        text: 'Edit this page',
      },
    }),
  },
  // The index of the search is one file, which is loaded when the search opens.
  vite: { logLevel: 'warn', plugins: [correctedTheme()], build: { chunkSizeWarningLimit: 800 } },
})
