import * as z from 'zod'
import { type Rule, rejectIf } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { timeZoneNames } from '../time-zone.ts'

const { field } = fieldsOf('place')

/** In the order of the reference. */
export const placeShape = {
  geolocation_latitude: field(z.number().min(-90).max(90).optional(), {
    title: 'Latitude',
    description: 'Latitude that the page sees, in degrees. Requires `geolocation_longitude`.',
    examples: [52.52],
  }),
  geolocation_longitude: field(z.number().min(-180).max(180).optional(), {
    title: 'Longitude',
    description: 'Longitude that the page sees, in degrees. Requires `geolocation_latitude`.',
    examples: [13.405],
  }),
  geolocation_accuracy: field(z.number().min(0).max(1000).optional(), {
    title: 'Accuracy',
    description:
      'Accuracy of the position in meters. Defaults to 0. Requires `geolocation_latitude` and `geolocation_longitude`.',
    examples: [10],
  }),
  timezone: field(z.enum(timeZoneNames).optional(), {
    title: 'Time zone',
    description: 'IANA time zone that the page sees.',
    examples: ['Europe/Berlin', 'Etc/UTC'],
    'x-values': 'an IANA time zone name, such as Europe/Berlin',
  }),
  locale: field(
    z
      .string()
      .min(2)
      .max(100)
      .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, 'must be a BCP 47 language tag, such as de-DE')
      .check(
        rejectIf((tag) => (isLanguageTag(tag) ? undefined : 'must be a BCP 47 language tag, such as de-DE')),
      )
      .optional(),
    {
      title: 'Locale',
      description:
        'Language of the visitor as a BCP 47 tag. Sets `Accept-Language`, `navigator.language`, and number and date formats.',
      examples: ['de-DE'],
      'x-extension': true,
    },
  ),
}

export const wholePosition: Rule<z.output<z.ZodObject<typeof placeShape>>> = {
  parameters: ['geolocation_latitude', 'geolocation_longitude', 'geolocation_accuracy'],
  problemOf: (options) => {
    const hasLatitude = options.geolocation_latitude !== undefined
    const hasLongitude = options.geolocation_longitude !== undefined
    if (hasLatitude !== hasLongitude)
      return '`geolocation_latitude` and `geolocation_longitude` must be given together.'
    return options.geolocation_accuracy !== undefined && !hasLatitude
      ? '`geolocation_accuracy` requires `geolocation_latitude` and `geolocation_longitude`.'
      : undefined
  },
}

const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
