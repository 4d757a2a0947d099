import { join } from 'node:path'
import { contentTypeOf } from '../lib/http/site-content-type.ts'
import { listSiteFiles } from '../lib/http/site-files.ts'
import { privateBucket } from './private-bucket.ts'

/** The site that `npm run generate` writes. */
export const siteFolder = () => join($cli.paths.root, 'generated', 'site')

/** Creates a bucket with the site that `npm run generate` writes to generated/site. */
export const createSite = () => {
  const bucket = privateBucket('Site')
  for (const key of listSiteFiles(siteFolder())) {
    new aws.s3.BucketObjectv2(`SiteFile-${key}`, {
      bucket: bucket.bucket,
      key,
      source: new $util.asset.FileAsset(join(siteFolder(), key)),
      contentType: contentTypeOf(key),
      // A new release is visible within a minute, without an invalidation.
      cacheControl: 'public, max-age=60',
    })
  }
  return bucket
}
