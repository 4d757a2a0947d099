import { join } from 'node:path'
import type { Plugin } from 'vite'

type Replacements = readonly (readonly [string, string])[]

/** What VitePress has, and what assistive technology can use: a dialog with a list of options, which are the links themselves. */
const searchBox: Replacements = [
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
  // The ranking has functions. In the settings of the theme they would be text, which the policy of the site forbids to evaluate.
  [
    "import localSearchIndex from '@localSearchIndex'",
    `import localSearchIndex from '@localSearchIndex'\nimport { ranking } from '${join(import.meta.dirname, 'ranking.ts')}'`,
  ],
  ['boost: { title: 4, text: 2, titles: 1 },', '...ranking,'],
]

/** The landing page has no main landmark. */
const home: Replacements = [
  ['<div \n    class="VPHome"', '<main\n    class="VPHome"'],
  ['</div>\n</template>', '</main>\n</template>'],
]

/** The title of a group in the sidebar is no button if the group cannot be closed. */
const sidebarItem: Replacements = [
  [
    "computed(() => (isLink.value ? undefined : 'button'))",
    "computed(() => (isLink.value || !collapsible.value ? undefined : 'button'))",
  ],
  [':tabindex="item.items && 0"', ':tabindex="collapsible ? 0 : undefined"'],
]

const corrections: Readonly<Record<string, Replacements>> = {
  'VPLocalSearchBox.vue': searchBox,
  'VPHome.vue': home,
  'VPSidebarItem.vue': sidebarItem,
}

/** Corrects components of VitePress. Fails if a new version of them has other code. */
export const correctedTheme = (): Plugin => ({
  name: 'corrected-theme',
  enforce: 'pre',
  transform(code, id) {
    return corrections[id.split('/').at(-1) ?? '']?.reduce((text, [found, replacement]) => {
      if (!text.includes(found)) throw new Error(`${id} has changed: ${found} is missing.`)
      return text.replaceAll(found, replacement)
    }, code)
  },
})
