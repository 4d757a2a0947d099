import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/notifications/styles.layer.css'
import 'virtual:theme.css'
import './styles.css'

declare global {
  /** https://github.com/colinhacks/zod/blob/v4.6.7/packages/zod/src/v4/core/core.ts */
  var __zod_globalConfig: { jitless?: boolean } | undefined
  interface Window {
    /** Chromium and Safari 26 have it. Other browsers do not enforce the policy. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createHTML(html: string): string; createScriptURL(url: string): string },
      ): unknown
    }
  }
}

// zod probes `new Function`, which the content security policy reports, unless this is set before a schema is made.
globalThis.__zod_globalConfig = { jitless: true }

/** The output of highlight.js: text in `<span class="…">`. */
const highlighted = /^(?:[^<]|<span class="[\w -]+">|<\/span>)*$/

window.trustedTypes?.createPolicy('default', {
  createHTML: (html) => {
    if (highlighted.test(html)) return html
    throw new TypeError('This HTML is not allowed.')
  },
  createScriptURL: (url) => {
    if (url.startsWith(`${location.origin}/dashboard/assets/`) || url.startsWith('/dashboard/assets/'))
      return url
    throw new TypeError('This script URL is not allowed.')
  },
})
