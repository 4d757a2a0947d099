import {
  ActionIcon,
  Badge,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Parameter } from '../../../lib/schema/parameters.ts'
import { allowedValues, isStructured } from '../../../lib/schema/value-schema.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { DevicePicker } from './device-picker.tsx'
import type { Value } from './form-values.ts'
import { JsonField } from './json-field.tsx'
import classes from './parameters.module.css'

interface Props {
  parameter: Parameter
  value: Value | undefined
  problem: string | undefined
  onChange: (value: Value | undefined) => void
}

/** What all inputs have in common. */
export interface FieldProps {
  id: string
  label: ReactNode
  description: ReactNode
  error: ReactNode
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One parameter: its input, its default, what it accepts and what is wrong. */
export const ParameterField = ({ parameter, value, problem, onChange }: Props) => {
  const { name, schema } = parameter
  const isChanged = value !== undefined
  return (
    <div className={classes.field} data-changed={isChanged || undefined}>
      <Input
        schema={schema}
        name={name}
        field={{
          id: `parameter-${name}`,
          label: schema.title,
          description: <Description {...parameter} />,
          error: problem && <CodeWords text={problem} />,
          value,
          onChange,
        }}
      />
      {isChanged && (
        <Tooltip label="Back to the default">
          <ActionIcon
            className={classes.reset}
            variant="subtle"
            color="gray"
            size="sm"
            onClick={() => onChange(undefined)}
            aria-label={`Reset ${schema.title} (${name})`}
          >
            <RotateCcw size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  )
}

/** Returns a default as it is written in a request, or undefined if there is none. */
const describeDefault = ({ default: value }: Parameter['schema']): string | undefined => {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ')
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}

const isFreeText = ({ type, enum: values }: Parameter['schema']) =>
  type === 'boolean' || (values !== undefined && values.length < 20)

const Description = ({ name, schema }: Parameter) => {
  const standard = describeDefault(schema)
  const allowed = allowedValues(schema)
  return (
    <>
      <span className={classes.name}>
        {name}
        {schema['x-plan'] && (
          <Badge component="span" size="xs" ml={6}>
            {schema['x-plan']} plan
          </Badge>
        )}
      </span>
      <span className={classes.text}>
        <CodeWords text={schema.description} />
        {!isFreeText(schema) && (
          <>
            {' '}
            <CodeWords text={`${allowed.charAt(0).toUpperCase()}${allowed.slice(1)}.`} />
          </>
        )}
        {standard !== undefined && ` Default: ${standard}.`}
      </span>
    </>
  )
}

interface InputProps {
  name: string
  schema: Parameter['schema']
  field: FieldProps
}

const longTextMin = 10_000

const Input = ({ name, schema, field }: InputProps) => {
  if (name === 'viewport_device') return <DevicePicker {...field} />
  if (isStructured(schema)) return <JsonField {...field} example={schema.examples[0]} />
  if (schema.type === 'boolean') return <BooleanInput schema={schema} field={field} />
  if (schema.type === 'array') return <ListInput schema={schema} field={field} />
  if (schema.enum) return <ChoiceInput schema={schema} field={field} />
  if (schema.type === 'string') return <StringInput schema={schema} field={field} />
  const { value, onChange, ...props } = field
  return (
    <NumberInput
      {...props}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
      placeholder={describeDefault(schema) ?? ''}
      clampBehavior="none"
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

const ChoiceInput = ({ schema, field: { value, onChange, ...props } }: Typed) => {
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
    />
  )
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

/** A number of parameters as a small label. */
export const CountBadge = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Group component="span" gap={4}>
      <Badge component="span" size="sm" circle={count < 10}>
        {count}
      </Badge>
      <Text span size="xs" c="dimmed">
        changed
      </Text>
    </Group>
  )
