import { Tabs } from '@mantine/core'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import { operationTitles } from './operation-titles.ts'
import classes from './parameters.module.css'
import type { Form } from './use-call.ts'

/** Chooses the operation of a form. */
export const OperationTabs = ({ form, ...props }: { form: Form; mb?: 'md' }) => (
  <Tabs
    {...props}
    value={form.call.operation}
    onChange={(next) => form.setOperation(next as RenderOperationId)}
  >
    <Tabs.List className={classes.operations}>
      {renderOperationIds.map((id) => (
        <Tabs.Tab key={id} value={id}>
          {operationTitles[id]}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  </Tabs>
)
