import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { Properties, Resource } from '../synth/graph.ts'
import { mapped } from './mappings.ts'
import { ranges } from './ranges.ts'
import { together } from './together.ts'

/** The part of AWS's type definitions that is used here. They contain no ranges and patterns. */
interface PropertyType {
  type: string
  allowedValues?: (string | number)[]
  element?: PropertyType
  reference?: { $ref: string }
  types?: PropertyType[]
}

interface Property {
  type: PropertyType
  required?: boolean
}

type PropertiesOf = Record<string, Property>

const rename = (value: unknown, names: Record<string, string | null>): unknown => {
  if (Array.isArray(value)) return value.map((item) => rename(item, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const name = Object.hasOwn(names, key) ? names[key] : key
      return name ? [[name, rename(inner, names)]] : []
    }),
  )
}

const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
}

const checkPrimitive = ({ type, allowedValues }: PropertyType, value: unknown, at: string) => {
  if (primitives[type]?.(value) === false) return [`${at} must be of the type ${type}.`]
  if (!allowedValues || allowedValues.map(String).includes(String(value))) return []
  return [`${at} is ${value}. It must be one of ${allowedValues.join(', ')}.`]
}

/** Returns a check of resources against AWS's definitions. It returns one sentence for each problem. */
export const createModelCheck = () => {
  const database = loadAwsServiceSpecSync()
  const propertiesOf = (type: string) =>
    database.lookup('resource', 'cloudFormationType', 'equals', type).only()
      .properties as unknown as PropertiesOf
  const definitionOf = (reference: string) =>
    database.get('typeDefinition', reference as never).properties as unknown as PropertiesOf

  const checkObject = (properties: PropertiesOf, inputs: Properties, at: string): string[] => {
    // Names differ in the case of abbreviations, such as Arn and ARN.
    const names = new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]))
    const values = Object.fromEntries(
      Object.entries(inputs).flatMap(([key, value]) =>
        value === null || value === undefined ? [] : [[names.get(key.toLowerCase()) ?? key, value]],
      ),
    )
    const rules = together[at] ?? []
    return [
      ...Object.entries(values).flatMap(([name, value]) => {
        const property = properties[name]
        return property
          ? checkValue(property.type, value, `${at}.${name}`)
          : [`${at}.${name} does not exist.`]
      }),
      ...Object.entries(properties).flatMap(([name, { required }]) =>
        required && !Object.hasOwn(values, name) ? [`${at}.${name} is required.`] : [],
      ),
      ...rules.flatMap(([sentence, contradicts]) => (contradicts(values) ? [`${at}: ${sentence}`] : [])),
    ]
  }

  const checkReference = (reference: string, value: unknown, at: string) => {
    if (typeof value !== 'object') return [`${at} must be an object.`]
    // The provider has a list where a statement contains a single one.
    const inputs = (Array.isArray(value) && value.length === 1 ? value[0] : value) as Properties
    return checkObject(definitionOf(reference), inputs, at)
  }

  const checkValue = (type: PropertyType, value: unknown, at: string): string[] => {
    const problem = ranges[at]?.(value as never)
    if (problem !== undefined) return [`${at}: ${problem}`]
    if (type.types) {
      // The definition of a key schema permits any JSON in place of an array.
      const options = type.types.filter((option) => option.type !== 'json' || !Array.isArray(value))
      const results = options.map((option) => checkValue(option, value, at))
      return results.find((problems) => problems.length === 0) ?? results[0] ?? []
    }
    if (type.reference) return checkReference(type.reference.$ref, value, at)
    if (type.type === 'array') {
      const element = type.element as PropertyType
      return Array.isArray(value)
        ? value.flatMap((item) => checkValue(element, item, at))
        : [`${at} must be an array.`]
    }
    return checkPrimitive(type, value, at)
  }

  return ({ type, inputs }: Pick<Resource, 'type' | 'inputs'>): string[] => {
    const mapping = mapped[type]
    if (!mapping) return []
    const named = rename(mapping.shape?.(inputs) ?? inputs, mapping.names ?? {}) as Properties
    const renamed = mapping.within ? { [mapping.within]: named } : named
    return checkObject(propertiesOf(mapping.type), renamed, mapping.type)
  }
}
