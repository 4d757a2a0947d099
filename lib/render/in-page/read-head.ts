/// <reference lib="dom" />

/** Returns the URL, the title, and the URL of the icon if the page declares one. */
export const readHead = (): { url: string; title: string; icon?: string } => {
  const find = (rel: string) => document.querySelector<HTMLLinkElement>(`link[rel~="${rel}" i][href]`)?.href
  const icon = find('icon') ?? find('apple-touch-icon') ?? find('apple-touch-icon-precomposed')
  return { url: location.href, title: document.title, ...(icon !== undefined && { icon }) }
}
