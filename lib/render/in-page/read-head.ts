/// <reference lib="dom" />

/** Title and icon link; where the page declares no icon it is the one that browsers ask for by themselves. */
export const readHead = (): { title: string; icon: string } => {
  const find = (rel: string) => document.querySelector<HTMLLinkElement>(`link[rel~="${rel}" i][href]`)?.href
  const standard = location.protocol.startsWith('http') ? new URL('/favicon.ico', location.href).href : ''
  return {
    title: document.title,
    icon: find('icon') ?? find('apple-touch-icon') ?? find('apple-touch-icon-precomposed') ?? standard,
  }
}
