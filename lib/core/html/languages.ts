/**
 * Returns the list from which Chromium derives `Accept-Language`, with weights, and `navigator.languages`. `de-AT` becomes `de-AT,de,en`,
 * so a page without German can select English.
 */
export const toAcceptLanguage = (locale: string): string => {
  const language = locale.split('-')[0] ?? locale
  return [...new Set([locale, language, 'en'])].join(',')
}

/** Returns the tags of an `Accept-Language` value in order of preference, without weights. */
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
