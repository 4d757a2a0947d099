import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { contentTypeOf } from '../lib/http/site-content-type.ts'
import { privateBucket } from './private-bucket.ts'

/** Creates a bucket with the site that `npm run generate` writes to generated/site. */
export const createSite = () => {
  const bucket = privateBucket('Site')
  const folder = join($cli.paths.root, 'generated', 'site')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(folder, path).split(sep).join('/')
    new aws.s3.BucketObjectv2(`SiteFile-${key}`, {
      bucket: bucket.bucket,
      key,
      source: new $util.asset.FileAsset(path),
      contentType: contentTypeOf(key),
      // A new release is visible within a minute, without an invalidation.
      cacheControl: 'public, max-age=60',
    })
  }
  return bucket
}
