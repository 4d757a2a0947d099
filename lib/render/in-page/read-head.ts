/// <reference lib="dom" />

/** Returns the title, and the URL of the icon if the page declares one. */
export const readHead = (): { title: string; icon?: string } => {
  const find = (rel: string) => document.querySelector<HTMLLinkElement>(`link[rel~="${rel}" i][href]`)?.href
  const icon = find('icon') ?? find('apple-touch-icon') ?? find('apple-touch-icon-precomposed')
  return { title: document.title, ...(icon !== undefined && { icon }) }
}
