import { nameShownMax, printable } from '../../base/printable.ts'

/** Returns whether the escapes of a parameter are the UTF-8 of letters. A percent sign that escapes nothing stays as it is. */
export const isUtf8 = (parameter: string): boolean =>
  (parameter.match(/(?:%[89a-f][0-9a-f])+/gi) ?? []).every((run) => {
    try {
      decodeURIComponent(run)
      return true
    } catch {
      return false
    }
  })

/** @param name as sent */
export const describeNotUtf8 = (name: string): string =>
  `\`${printable(name, nameShownMax)}\` is not valid UTF-8 after percent-decoding. Percent-encode letters as UTF-8: \`é\` is \`%C3%A9\`. If the URL of the page itself contains \`%E9\`, send it as \`%25E9\`.`
