import { Accordion, Anchor, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { groups } from '../../../lib/schema/docs.ts'
import type { Parameter } from '../../../lib/schema/parameters.ts'
import { Search } from '../shared/icons.tsx'
import { parametersFor, type RenderCall, type Value, withValue } from './form-values.ts'
import { CountBadge, ParameterField } from './parameter-field.tsx'
import classes from './parameters.module.css'
import type { Problems } from './problems.ts'
import { searchParameters } from './search-parameters.ts'
import type { Form } from './use-call.ts'

type GroupId = keyof typeof groups

interface Props {
  form: Form
  problems: Problems
  /** Parameters that the form leaves out, because the page has its own inputs for them. */
  without: readonly string[]
}

/** Returns the groups of an operation with their parameters, in the order of the reference, or the best matches of a search first. */
const groupsOf = (call: RenderCall, without: readonly string[], search: string) => {
  const all = [...parametersFor(call.operation).values()].filter(({ name }) => !without.includes(name))
  const byGroup = Map.groupBy(searchParameters(all, search), ({ schema }) => schema['x-group'])
  const ids = search.trim() === '' ? (Object.keys(groups) as GroupId[]) : [...byGroup.keys()]
  return ids.flatMap((id) => {
    const parameters = byGroup.get(id)
    return parameters ? [{ id, title: groups[id], parameters }] : []
  })
}

/** The parameters of an operation in collapsed groups. Everything about them comes from the schema. */
export const ParameterForm = ({ form, problems, without }: Props) => {
  const { call, search } = form
  const [opened, setOpened] = useState<string[]>([])
  const shown = useMemo(() => groupsOf(call, without, search), [call, without, search])
  const isSearching = search.trim() !== ''
  const change = (parameter: Parameter, value: Value | undefined) =>
    form.change(withValue(call.values, parameter, value))
  // In the same render, because an input with a problem may receive the focus.
  const affected = shown.filter(
    ({ id, parameters }) => !opened.includes(id) && parameters.some(({ name }) => problems.has(name)),
  )
  if (affected.length > 0) setOpened([...opened, ...affected.map(({ id }) => id)])
  return (
    <Stack gap="sm">
      <FormHead form={form} without={without} />
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          No parameter matches “{search}”.
        </Text>
      )}
      <Accordion
        multiple
        // A group that slides open cannot have the focus yet.
        transitionDuration={0}
        value={isSearching ? shown.map(({ id }) => id) : opened}
        onChange={(next) => !isSearching && setOpened(next)}
        classNames={{ item: classes.group ?? '', control: classes.control ?? '' }}
      >
        {shown.map(({ id, title, parameters }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control>
              <Group gap="xs" wrap="nowrap">
                <Text size="sm" fw={600}>
                  {title}
                </Text>
                <CountBadge count={parameters.filter(({ name }) => name in call.values).length} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {(isSearching || opened.includes(id)) &&
                parameters.map((parameter) => (
                  <ParameterField
                    key={`${call.operation} ${parameter.name}`}
                    parameter={parameter}
                    value={call.values[parameter.name]}
                    problem={problems.get(parameter.name)}
                    onChange={(value) => change(parameter, value)}
                  />
                ))}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}

const FormHead = ({ form: { call, search, setSearch, change }, without }: Omit<Props, 'problems'>) => {
  const changed = Object.keys(call.values).filter((name) => !without.includes(name))
  const reset = () =>
    change(Object.fromEntries(Object.entries(call.values).filter(([name]) => without.includes(name))))
  return (
    <>
      <TextInput
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder="Search parameters"
        aria-label="Search parameters"
        leftSection={<Search size={16} aria-hidden />}
        rightSection={
          search !== '' && (
            <CloseButton size="sm" aria-label="Clear the search" onClick={() => setSearch('')} />
          )
        }
        onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
      />
      <Group justify="space-between" mih={22}>
        <Text size="sm" c="dimmed" role="status">
          {changed.length === 0 ? 'All parameters have their defaults.' : `${changed.length} changed`}
        </Text>
        {changed.length > 0 && (
          <Anchor component="button" type="button" size="sm" onClick={reset}>
            Reset all
          </Anchor>
        )}
      </Group>
    </>
  )
}
