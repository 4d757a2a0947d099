/** Returns the URL, the title, and the URL of the icon if the page declares one, each cut to `lengthMax`. */
export const readHead = (lengthMax: number): { url: string; title: string; icon?: string } => {
  const find = (rel: string) => document.querySelector<HTMLLinkElement>(`link[rel~="${rel}" i][href]`)?.href
  const icon = find('icon') ?? find('apple-touch-icon') ?? find('apple-touch-icon-precomposed')
  return {
    url: location.href.slice(0, lengthMax),
    title: document.title.slice(0, lengthMax),
    ...(icon !== undefined && { icon: icon.slice(0, lengthMax) }),
  }
}
