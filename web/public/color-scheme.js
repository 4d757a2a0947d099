// Runs before the first paint. The documentation stores the reader's choice under the same key.
const stored = localStorage.getItem('vitepress-theme-appearance')
const isDark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
