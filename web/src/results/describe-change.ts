import type { ChangeView as Change } from '../../../lib/schema/watch.ts'
import { formatShare } from '../shared/format.ts'

/** Returns a change as the parts of a sentence: how much differs, in how many places of an image, and whether that counts. */
export const describeChange = ({ before, changed, ratio, regions }: Change, isImage: boolean) => {
  const nothing = { places: '', end: '' }
  if (!before) return { share: 'This run set the baseline.', ...nothing }
  if (ratio === 0) return { share: 'This run is equal to the baseline.', ...nothing }
  const share = `${formatShare(ratio)} of the ${isImage ? 'pixels' : 'lines'} differ from the baseline`
  const count = regions.length === 1 ? 'one place' : `${regions.length} places`
  return {
    share: share.charAt(0).toUpperCase() + share.slice(1),
    places: regions.length === 0 ? '' : `in ${count}`,
    end: changed ? '.' : '. That is not more than the threshold.',
  }
}
