/**
 * The list that Chromium turns into both `Accept-Language` (it adds the weights itself) and `navigator.languages`:
 * `de-AT` gives `de-AT,de,en`, so a page without German still selects a language that it has.
 */
export const toAcceptLanguage = (locale: string): string => {
  const language = locale.split('-')[0] ?? locale
  return [...new Set([locale, language, 'en'])].join(',')
}

/** The tags of an `Accept-Language` value in order of preference, without their weights. */
export const readAcceptLanguage = (value: string): string =>
  value
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ tag, weight }) => /^[A-Za-z0-9-]+$/.test(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
    .join(',')
