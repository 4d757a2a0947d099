import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { DeviceList, devices } from '../../../lib/schema/devices.ts'
import { docs, groups } from '../../../lib/schema/docs.ts'
import { parametersByGroup } from '../../../lib/schema/openapi-request.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { parametersOf } from '../../../lib/schema/parameters.ts'
import { scaleOnly, scaleOnlyUsed } from '../../../lib/schema/tier-features.ts'
import {
  alternativeFor,
  discriminatorOf,
  isStructured,
  type ValueSchema,
} from '../../../lib/schema/value-schema.ts'
import { listKnownDevices } from '../../../scripts/generate/devices.ts'

/** The objects and members inside a structured parameter. */
const partsOf = (schema: ValueSchema): ValueSchema[] => {
  const inner = [schema.items, ...(schema.oneOf ?? []), ...Object.values(schema.properties ?? {})]
  return inner.flatMap((part) => (part ? [part, ...partsOf(part)] : []))
}

/** The members that examples show, of each object of `oneOf` with its word. */
const shownIn = (schema: ValueSchema, value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => shownIn(schema.items ?? {}, item))
  if (typeof value !== 'object' || value === null) return []
  const word = alternativeFor(schema, value)?.properties?.[discriminatorOf(schema) ?? '']?.const ?? ''
  return Object.keys(value).map((name) => `${word} ${name}`)
}

const membersOf = (schema: ValueSchema): string[] => {
  const object = schema.items ?? schema
  return (object.oneOf ?? [object]).flatMap(({ properties = {} }) => {
    const word = properties[discriminatorOf(object) ?? '']?.const ?? ''
    return Object.keys(properties).map((name) => `${word} ${name}`)
  })
}

const rows = Object.values<Operation>(operations)

const fields = rows.flatMap(({ id, input }) =>
  Object.entries(input.shape).map(([name, field]) => [`${id} ${name}`, field] as const),
)

test('every parameter is documented, and its examples are valid', () => {
  for (const [name, field] of fields) {
    const doc = docs.get(field)
    expect(doc?.title, name).toMatch(/^[A-Z]/)
    expect(doc?.description, name).toMatch(/\.$/)
    expect(Object.keys(groups), name).toContain(doc?.['x-group'])
    expect(doc?.examples.length, name).toBeGreaterThan(0)
    for (const example of doc?.examples ?? [])
      expect(z.safeParse(field, example), name).toMatchObject({ success: true })
  }
})

const structured = rows.flatMap(({ id, input }) =>
  [...parametersOf(input).values()]
    .filter(({ schema }) => isStructured(schema))
    .map(({ name, schema }) => [`${id} ${name}`, schema] as const),
)

test('the objects and members of structured parameters are described, and the examples show every member', () => {
  for (const [name, schema] of structured) {
    const described = partsOf(schema).filter(({ oneOf, properties }) => !oneOf && !properties)
    for (const part of [...described, ...((schema.items ?? schema).oneOf ?? [])])
      expect(part.description, JSON.stringify(part)).toMatch(/\.$/)
    const shown = schema.examples.flatMap((example) => shownIn(schema, example))
    expect(
      membersOf(schema).filter((member) => !shown.includes(member)),
      name,
    ).toEqual([])
  }
})

test('the README names every operation that renders', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  for (const { path, renders } of rows) if (renders) expect(readme).toContain(`\`${path}`)
})

// The published parameters of the screenshot. All others are extensions.
const published =
  `url html format image_quality image_width image_height omit_background full_page full_page_scroll
  full_page_scroll_by_amount full_page_scroll_by_duration gpu_rendering capture_beyond_viewport viewport_device viewport_width
  viewport_height viewport_landscape viewport_has_touch viewport_mobile device_scale_factor clip_x clip_y clip_width clip_height
  block_annoyance block_ressources media_type vision_deficiency dark_mode reduced_motion geolocation_accuracy geolocation_latitude
  geolocation_longitude hide_selectors click_selector attachment_name timezone authorization user_agent cookies headers ip_location
  proxy bypass_csp delay timeout wait_until metadata_image_size metadata_icon metadata_title metadata_fonts metadata_hash
  metadata_status metadata_headers cache cache_ttl async webhook_url webhook_signed`.split(/\s+/)

test('the screenshot has the published parameters, and all others are marked as extensions', () => {
  const parameters = [...parametersOf(operations.screenshot.input).values()]
  const extensions = parameters.filter(({ schema }) => schema['x-extension'] === true).map(({ name }) => name)
  expect(
    parameters
      .map(({ name }) => name)
      .filter((name) => !extensions.includes(name))
      .sort(),
  ).toEqual(published.toSorted())
})

test('every parameter is in one group of the reference', () => {
  const shown = parametersByGroup(operations.screenshot).flatMap(({ parameters }) => parameters)
  expect(new Set(shown).size).toBe(shown.length)
  expect(shown.length).toBe(Object.keys(operations.screenshot.input.shape).length)
})

test('ids of operations are unique, and so are the methods of a path', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const calls = rows.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
  expect(new Set(calls).size).toBe(calls.length)
  expect(Object.entries(operations).every(([key, { id }]) => key === id)).toBe(true)
})

test('the scale plan is required for `gpu_rendering` and `ip_location`, if they are used', () => {
  const { input } = operations.screenshot
  expect([...scaleOnly(input)].sort()).toEqual(['gpu_rendering', 'ip_location'])
  expect(scaleOnlyUsed(input, { gpu_rendering: false })).toEqual([])
  expect(scaleOnlyUsed(input, { gpu_rendering: true, ip_location: 'de' }).sort()).toEqual([
    'gpu_rendering',
    'ip_location',
  ])
})

describe('devices', () => {
  test('the committed table matches the browser library', () => {
    expect(devices).toEqual(listKnownDevices())
  })

  test('ids are unique snake case, and the list has the documented shape', () => {
    expect(new Set(devices.map(({ id }) => id)).size).toBe(devices.length)
    for (const { id } of devices) expect(id).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/)
    expect(DeviceList.safeParse({ devices })).toMatchObject({ success: true })
  })

  test('published ids exist', () => {
    const published = ['iphone_13_pro_max', 'iphone_13_pro_max_landscape', 'galaxy_s9plus', 'ipad_gen_6']
    const ids = [...published, 'pixel_4a_5g_landscape', 'blackberry_playbook']
    expect(devices.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })
})
