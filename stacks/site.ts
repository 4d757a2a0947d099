import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheControlOf, contentTypeOf, listSiteFiles, withDomain } from '../infra/site.ts'
import { privateBucket } from './private-bucket.ts'

/** The site that `npm run generate` writes. */
export const siteFolder = () => join($cli.paths.root, 'generated', 'site')

/** Writes a copy of a page that names the domain. It is a file, because a text would be in the state of the deployment. */
const copyWithDomain = (key: string, domain: string): string => {
  const copy = join($cli.paths.root, 'dist', 'site', key)
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, withDomain(readFileSync(join(siteFolder(), key), 'utf8'), domain))
  return copy
}

/** Creates a bucket with the site that `npm run generate` writes to generated/site. */
export const createSite = (domain: string | undefined) => {
  const bucket = privateBucket('Site')
  const toObject = (key: string, dependsOn: aws.s3.BucketObjectv2[]) =>
    new aws.s3.BucketObjectv2(
      `SiteFile-${key}`,
      {
        bucket: bucket.bucket,
        key,
        source: new $util.asset.FileAsset(
          domain && key.endsWith('.html') ? copyWithDomain(key, domain) : join(siteFolder(), key),
        ),
        contentType: contentTypeOf(key),
        cacheControl: cacheControlOf(key),
      },
      { dependsOn },
    )
  const files = listSiteFiles(siteFolder())
  const isPage = (key: string) => key.endsWith('.html')
  const parts = files.filter((key) => !isPage(key)).map((key) => toObject(key, []))
  // A page is uploaded when everything that it loads is there. Pulumi deletes the assets of the previous release last.
  for (const key of files.filter(isPage)) toObject(key, parts)
  return bucket
}
