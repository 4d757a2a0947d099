import { readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { privateBucket } from './private-bucket.ts'

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Documentation and dashboard, as `npm run generate` leaves them in generated/site, in a bucket. */
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
      contentType: contentTypes[extname(key)] ?? 'application/octet-stream',
      // A new release shows within a minute, without an invalidation.
      cacheControl: 'public, max-age=60',
    })
  }
  return bucket
}
