import { Button, Group, Kbd, Paper, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAccount } from '../api/account.ts'
import { type RenderCall, readSearch, toSearch } from '../parameters/form-values.ts'
import { OperationTabs } from '../parameters/operation-tabs.tsx'
import { ParameterForm } from '../parameters/parameter-form.tsx'
import { findProblems, focusProblem, type Problems, useProblems } from '../parameters/problems.ts'
import { SourceField, sourceNames } from '../parameters/source-field.tsx'
import { type Form, useCall } from '../parameters/use-call.ts'
import { keepResult, readResult } from '../results/kept-result.ts'
import { type RenderResult, useRender } from '../results/use-render.ts'
import { CodeTabs } from '../samples/code-tabs.tsx'
import { demoUrl } from '../shared/demo-page.ts'
import { CalendarClock, Play, X } from '../shared/icons.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { keepDraft, readDraft } from './draft.ts'
import classes from './playground.module.css'
import { PlaygroundResult } from './playground-result.tsx'
import { RecipesMenu } from './recipes-menu.tsx'

const writeDelayMs = 300

/** Keeps the form in the URL, for reloads and for links to it. */
const useAddress = (call: RenderCall) => {
  const search = toSearch(call)
  const shown = useSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the playground changes what is shown.
  useEffect(() => {
    const { pathname } = location
    const write = () => {
      // The next page removes the element that has the focus.
      if (location.pathname !== pathname) return
      // What is typed so far can be the beginning of a user name and a password.
      if (document.activeElement?.matches('input[type="url"]')) return
      history.replaceState(history.state, '', `${pathname}?${search}`)
    }
    const timer = setTimeout(write, writeDelayMs)
    document.addEventListener('focusout', write)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', write)
    }
  }, [search, shown])
}

/** Returns the form and the result as they were left, unless the address is a link to another form. */
const readStart = (search: string): { call: RenderCall; result?: RenderResult | undefined } => {
  const [linked, draft] = [readSearch(search), readDraft()]
  return draft && (search === '' || toSearch(linked) === toSearch(draft))
    ? { call: draft, result: readResult() }
    : { call: linked }
}

/** A form for each rendering operation, with the result and the code next to it. */
export const Playground = () => {
  const search = useSearch()
  const [start] = useState(() => readStart(search))
  const form = useCall(start.call)
  const render = useRender(start.result, keepResult)
  const [sent, setSent] = useState<RenderCall>()
  const [isStrict, setStrict] = useState(false)
  const { call } = form
  const found = useProblems(
    call,
    JSON.stringify(sent) === JSON.stringify(call) ? (render.error ?? null) : null,
  )
  // An empty form has no mistake before someone tries to render it.
  const problems = isStrict || form.source in call.values ? found : without(found, 'url')
  useAddress(call)
  useEffect(() => keepDraft(call))
  const root = useRef<HTMLDivElement>(null)

  const run = (next: RenderCall) => {
    const show = () => {
      setStrict(true)
      setSent(next)
    }
    if (findProblems(next).size > 0) {
      // The error of the previous call would appear next to the new problem.
      render.cancel()
      return focusProblem(root.current, form, show)
    }
    show()
    render.start(next)
  }
  // A second render of the same would cost a second hit.
  const runOnce = () => render.startedMs === undefined && run(call)
  useHotkeys([['mod+Enter', runOnce]], [])
  return (
    <Page
      title="Playground"
      description="Try every parameter. Each render uses your quota."
      actions={<RecipesMenu onChoose={form.fill} />}
    >
      <div ref={root} className={classes.page}>
        <CallBar form={form} problem={problems.get(form.source)} onRun={runOnce}>
          {render.startedMs === undefined ? (
            <Button type="submit" leftSection={<Play size={16} aria-hidden />}>
              Render
            </Button>
          ) : (
            <Button variant="default" onClick={render.cancel} leftSection={<X size={16} aria-hidden />}>
              Cancel
            </Button>
          )}
          <Text size="xs" c="dimmed" className={classes.hint}>
            <span className={classes.keys}>
              <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> ·{' '}
            </span>
            uses 1 render
          </Text>
        </CallBar>
        <div className={classes.columns}>
          <div className={classes.form}>
            <Panel title="Parameters">
              <ParameterForm form={form} problems={problems} without={sourceNames} />
            </Panel>
          </div>
          <div className={classes.result}>
            <PlaygroundResult
              render={render}
              onDemo={() => {
                const { html: _html, ...others } = call.values
                const values = { ...others, url: demoUrl }
                form.setSource('url')
                form.change(values)
                run({ ...call, values })
              }}
            />
          </div>
          <div className={classes.code}>
            <CodeTabs call={call} />
            <SaveAsTask call={call} />
          </div>
        </div>
      </div>
    </Page>
  )
}

const without = (problems: Problems, name: string): Problems =>
  new Map([...problems].filter(([other]) => other !== name))

interface BarProps {
  form: Form
  problem: string | undefined
  onRun: () => void
  children: React.ReactNode
}

const CallBar = ({ form, problem, onRun, children }: BarProps) => (
  <Paper>
    <OperationTabs form={form} mb="md" />
    <form
      className={classes.bar}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      <div className={classes.source}>
        <SourceField form={form} problem={problem} />
      </div>
      <div className={classes.run}>{children}</div>
    </form>
  </Paper>
)

/** Opens the form of a new task. An account whose plan has no tasks does not see the button. */
const SaveAsTask = ({ call }: { call: RenderCall }) => {
  const { data: account } = useAccount()
  const [, navigate] = useLocation()
  if (!account?.plan.features.includes('tasks')) return null
  return (
    <Group justify="flex-end" mt="md">
      <Button
        variant="default"
        leftSection={<CalendarClock size={16} aria-hidden />}
        onClick={() => navigate('/tasks/new', { state: call })}
      >
        Save as task
      </Button>
    </Group>
  )
}
