import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core'
import type { Parameter } from '../../../lib/schema/parameters.ts'
import { allowedValues } from '../../../lib/schema/value-schema.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { RotateCcw } from '../shared/icons.tsx'
import type { Value } from './form-values.ts'
import { describeDefault, ParameterInput } from './parameter-input.tsx'
import classes from './parameters.module.css'

interface Props {
  parameter: Parameter
  value: Value | undefined
  problem: string | undefined
  onChange: (value: Value | undefined) => void
}

/** One parameter: its input, its default, what it accepts and what is wrong. */
export const ParameterField = ({ parameter, value, problem, onChange }: Props) => {
  const { name, schema } = parameter
  const isChanged = value !== undefined
  return (
    <div className={classes.field} data-changed={isChanged || undefined}>
      <ParameterInput
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

/** Its input shows what can be chosen. */
const isChoice = ({ type, enum: values, items }: Parameter['schema']) =>
  type === 'boolean' || values !== undefined || items?.enum !== undefined

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
        {!isChoice(schema) && (
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
