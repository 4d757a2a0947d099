import type { ChangeView as Change } from '../../../lib/schema/watch.ts'
import { formatShare } from '../shared/format.ts'

/** Returns a change as a sentence. */
export const describeChange = ({ before, changed, ratio, regions }: Change, isImage: boolean): string => {
  if (!before) return 'This run set the baseline.'
  if (ratio === 0) return 'This run is equal to the baseline.'
  const places =
    regions.length > 0 ? `, in ${regions.length === 1 ? 'one place' : `${regions.length} places`}` : ''
  const share = `${formatShare(ratio)} of the ${isImage ? 'pixels' : 'lines'} differ from the baseline${places}`
  return changed ? `${share}.` : `${share}. That is not more than the threshold.`
}
