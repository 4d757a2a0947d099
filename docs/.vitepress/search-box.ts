import type { Plugin } from 'vite'

/** What VitePress has, and what assistive technology can use: a dialog with a list of options, which are the links themselves. */
const replacements: readonly (readonly [string, string])[] = [
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"`,
    'role="dialog" aria-modal="true"',
  ],
  [
    `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
    'role="none"',
  ],
  [
    `:href="p.id"
              class="result"`,
    `:href="p.id"
              :id="'localsearch-item-' + index"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"
              role="option"
              class="result"`,
  ],
  // The name of an option is its text: the excerpt below it is inert.
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
  ['<kbd :aria-label=', '<kbd role="img" :aria-label='],
]

/** Corrects the roles in the search box of VitePress. Fails if a new version of it has other code. */
export const accessibleSearchBox = (): Plugin => ({
  name: 'accessible-search-box',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined
    return replacements.reduce((text, [found, replacement]) => {
      if (!text.includes(found))
        throw new Error(`The search box of VitePress has changed: ${found} is missing.`)
      return text.replaceAll(found, replacement)
    }, code)
  },
})
