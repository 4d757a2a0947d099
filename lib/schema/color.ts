import * as z from 'zod'

export const colorValues = 'a hexadecimal color: RGB, RGBA, RRGGBB or RRGGBBAA, with or without #'

export const color = z
  .string()
  .toLowerCase()
  .regex(/^#?(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/, `must be ${colorValues}`)
