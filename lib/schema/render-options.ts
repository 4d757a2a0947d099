import type * as z from 'zod'
import type { Rule } from './check.ts'
import { appearanceShape } from './fields/appearance.ts'
import * as blocking from './fields/blocking.ts'
import { deliveryShape } from './fields/delivery.ts'
import { identityShape } from './fields/identity.ts'
import { changeShape } from './fields/interaction.ts'
import { metadataShape } from './fields/metadata.ts'
import * as network from './fields/network.ts'
import * as place from './fields/place.ts'
import * as scripting from './fields/scripting.ts'
import { storageShape } from './fields/storage.ts'
import * as viewport from './fields/viewport.ts'
import { timeoutInBackground, waitingShape } from './fields/waiting.ts'

/** Parameters that every render operation has, in the order of the reference. */
export const renderShape = {
  ...viewport.viewportShape,
  ...blocking.blockingShape,
  ...appearanceShape,
  ...place.placeShape,
  ...identityShape,
  ...storageShape,
  ...network.networkShape,
  ...waitingShape,
  ...changeShape,
  ...metadataShape,
  ...deliveryShape,
}

/** The validated options of every operation that renders which say how its result is stored and delivered. */
export type DeliveryOptions = Readonly<Record<string, unknown>> &
  Omit<z.output<z.ZodObject<typeof deliveryShape>>, 'response_type'> & {
    /** Absent for an operation whose response is always JSON. */
    response_type?: 'file' | 'json' | undefined
  }

/** Returns whether the response is JSON that names the stored file. The record of an asynchronous request names it anyway. */
export const returnsJson = ({ response_type, async }: Pick<DeliveryOptions, 'response_type' | 'async'>) =>
  response_type === 'json' && !async

type OptionsOf<R> = R extends Rule<infer Options> ? Options : never
type RenderRuleOptions = OptionsOf<typeof viewport.viewportPixels> &
  OptionsOf<typeof blocking.noneAlone> &
  OptionsOf<typeof place.wholePosition> &
  OptionsOf<typeof network.oneExit> &
  OptionsOf<typeof timeoutInBackground> &
  OptionsOf<typeof scripting.scriptsOff>

export const renderRules: readonly Rule<RenderRuleOptions>[] = [
  viewport.viewportPixels,
  blocking.noneAlone,
  place.wholePosition,
  network.oneExit,
  timeoutInBackground,
  scripting.scriptsOff,
]
