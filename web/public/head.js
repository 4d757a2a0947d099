// Runs before the first paint. The documentation stores the reader's choice under the same key.
const stored = localStorage.getItem('vitepress-theme-appearance')
const isDark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

// Without this, the scripts of the page begin to load when those of all pages have run.
const pages = JSON.parse(document.currentScript.dataset.pages)
for (const file of pages[location.pathname.split('/')[2] || 'overview'] ?? [])
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/dashboard/${file}` }),
  )
