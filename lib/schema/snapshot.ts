import * as z from 'zod'
import { withRules } from './check.ts'
import { animations } from './fields/appearance.ts'
import { touchShape } from './fields/interaction.ts'
import { optionsOfOutputs, outputsShape } from './fields/outputs.ts'
import * as source from './fields/source.ts'
import { renderRules, renderShape } from './render-options.ts'

/** The response is always JSON that names its files, so it has no hash before they are stored. */
const { response_type: _, metadata_hash: __, ...snapshotShape } = renderShape

/** Options of the snapshot operation. */
export const SnapshotOptions = withRules(
  z.strictObject({
    url: source.url,
    html: source.html,
    ...outputsShape,
    ...touchShape,
    animations,
    ...snapshotShape,
  }),
  [source.oneSource, optionsOfOutputs, ...renderRules],
)

export type SnapshotOptions = z.output<typeof SnapshotOptions>
