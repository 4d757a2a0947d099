import { JsonInput, MultiSelect, Select, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { devices, findDevice } from '../../../lib/schema/devices.ts'
import type { Parameter } from '../../../lib/schema/parameters.ts'
import { isStructured } from '../../../lib/schema/value-schema.ts'
import { NumberField } from '../shared/number-field.tsx'
import { UrlInput } from '../shared/url-input.tsx'
import type { Value } from './form-values.ts'
import classes from './parameters.module.css'

/** What all inputs have in common. */
interface FieldProps {
  id: string
  label: ReactNode
  description: ReactNode
  error: ReactNode
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Returns a default as it is written in a request, or undefined if there is none. */
export const describeDefault = ({ default: value }: Parameter['schema']): string | undefined => {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}

interface InputProps {
  name: string
  schema: Parameter['schema']
  field: FieldProps
}

const longTextMin = 10_000

/** The input of a parameter, by its type. */
export const ParameterInput = ({ name, schema, field }: InputProps) => {
  if (name === 'viewport_device') return <ChoiceInput schema={schema} field={field} {...deviceChoice} />
  if (isStructured(schema)) return <JsonField schema={schema} field={field} />
  if (schema.type === 'boolean') return <BooleanInput schema={schema} field={field} />
  if (schema.type === 'array') return <ListInput schema={schema} field={field} />
  if (schema.enum) return <ChoiceInput schema={schema} field={field} />
  if (name === 'webhook_url') return <WebhookInput schema={schema} field={field} />
  if (schema.type === 'string') return <StringInput schema={schema} field={field} />
  const { value, onChange, ...props } = field
  return (
    <NumberField
      {...props}
      value={typeof value === 'number' ? value : undefined}
      onChange={onChange}
      placeholder={describeDefault(schema) ?? ''}
      allowDecimal={schema.type === 'number'}
      allowNegative={schema.minimum === undefined || schema.minimum < 0}
    />
  )
}

type Typed = Omit<InputProps, 'name'>

const words = [
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
]

const BooleanInput = ({ schema, field: { value, onChange, ...props } }: Typed) =>
  schema.default === undefined ? (
    // Without a default, off is something else than not given.
    <Select
      {...props}
      data={words}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : next === 'true')}
      placeholder="As the device"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${schema.title}` }}
    />
  ) : (
    <Switch
      {...props}
      checked={(value ?? schema.default) === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      withThumbIndicator={false}
    />
  )

const ChoiceInput = ({
  schema,
  field: { value, onChange, ...props },
  ...choice
}: Typed & Partial<typeof deviceChoice>) => {
  const shown = value ?? schema.default
  return (
    <Select
      {...props}
      data={schema.enum ?? []}
      value={typeof shown === 'string' ? shown : null}
      onChange={(next) => onChange(next ?? undefined)}
      placeholder="Not set"
      searchable={(schema.enum?.length ?? 0) > 20}
      nothingFoundMessage="No such value"
      limit={60}
      allowDeselect={schema.default === undefined}
      clearable={schema.default === undefined}
      clearButtonProps={{ 'aria-label': `Clear ${schema.title}` }}
      {...choice}
    />
  )
}

const sizeOf = (id: string): string => {
  const viewport = findDevice(id)?.viewport
  return viewport ? `${viewport.width}×${viewport.height} @${viewport.deviceScaleFactor}` : ''
}

/** Chooses a device by its name. Each option states the viewport and the scale factor. */
const deviceChoice = {
  data: devices.map(({ id, name }) => ({ value: id, label: name })),
  placeholder: 'No device',
  nothingFoundMessage: 'No such device',
  maxDropdownHeight: 320,
  renderOption: ({ option: { value, label } }: { option: { value: string; label: string } }) => (
    <>
      <Text size="sm" flex={1}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {sizeOf(value)}
      </Text>
    </>
  ),
}

const ListInput = ({ schema, field: { value, onChange, ...props } }: Typed) => {
  const shown = value ?? schema.default
  const items = Array.isArray(shown) ? shown.map(String) : []
  if (schema.items?.enum)
    return (
      <MultiSelect
        {...props}
        data={schema.items.enum}
        value={items}
        onChange={onChange}
        placeholder={items.length === 0 ? 'None' : ''}
      />
    )
  return (
    <TagsInput
      {...props}
      value={items}
      onChange={onChange}
      splitChars={['\n']}
      acceptValueOnBlur
      placeholder={items.length === 0 ? 'Type one, then press Enter' : ''}
    />
  )
}

const WebhookInput = ({ schema, field: { value, ...props } }: Typed) => (
  <UrlInput
    {...props}
    value={typeof value === 'string' ? value : ''}
    placeholder={`For example ${String(schema.examples[0])}`}
  />
)

const StringInput = ({ schema, field: { value, onChange, ...props } }: Typed) => {
  const shared = {
    ...props,
    value: typeof value === 'string' ? value : '',
    placeholder: schema['x-private']
      ? ''
      : (describeDefault(schema) ?? `For example ${String(schema.examples[0])}`),
    autoComplete: 'off',
    spellCheck: false,
  }
  return (schema.maxLength ?? 0) >= longTextMin ? (
    <Textarea
      {...shared}
      rows={4}
      classNames={{ input: classes.code ?? '' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

const toText = (value: Value | undefined): string => {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Returns the value of JSON, and other text unchanged. The form then says what is wrong with it. */
const readText = (text: string): Value | undefined => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return text
  }
}

const isSame = (left: Value | undefined, right: Value | undefined) =>
  JSON.stringify(left) === JSON.stringify(right)

/** Edits a structured parameter as JSON. Keeps the text as it is typed while it means the same value. */
const JsonField = ({ schema, field: { value, onChange, ...props } }: Typed) => {
  const [typed, setTyped] = useState(() => toText(value))
  const text = isSame(readText(typed), value) ? typed : toText(value)
  return (
    <JsonInput
      {...props}
      value={text}
      onChange={(next) => {
        setTyped(next)
        onChange(readText(next))
      }}
      formatOnBlur
      validationError={props.error}
      placeholder={JSON.stringify(schema.examples[0], null, 2)}
      autosize
      minRows={3}
      maxRows={24}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: classes.code ?? '' }}
    />
  )
}
