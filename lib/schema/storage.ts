import * as z from 'zod'
import { expiresOfChange, keyGenerationOfChange } from './account.ts'
import { rejectIf, withRules } from './check.ts'
import { fieldsOf } from './docs.ts'
import { httpUrl, urlProblem } from './http-url.ts'

const { field } = fieldsOf('storage')

/** What a template of keys may contain between braces, with its meaning. One without a value is left out, with the slash that follows. */
const keyPlaceholders = {
  date: 'the day on which the request was made, in UTC, such as 2030-01-31',
  operation: 'the operation, such as screenshot',
  task: 'the id of the task',
  batch: 'the id of the batch',
  id: 'the id of the request',
  ext: 'the extension of the file, such as png',
} as const

export type KeyPlaceholder = keyof typeof keyPlaceholders

/** Characters that need no encoding in any implementation of S3, or the same one in each. */
const keyText = /^[A-Za-z0-9._=/-]*$/

const pathProblem = (text: string): string | undefined => {
  if (!keyText.test(text)) return 'must consist of letters, digits, `.`, `_`, `-`, `=` and `/`'
  if (text.startsWith('/') || text.includes('//')) return 'must not contain an empty path segment'
  return text.split('/').some((segment) => segment === '.' || segment === '..')
    ? 'must not contain a path segment `.` or `..`'
    : undefined
}

/** Returns why a text is no template of keys, as a predicate. */
const templateProblem = (template: string): string | undefined => {
  const [start = '', ...parts] = template.split('{')
  const pieces = parts.map((part) => part.split('}'))
  if (start.includes('}') || pieces.some(({ length }) => length !== 2))
    return 'must have braces only around placeholders'
  const names = pieces.map(([name = '']) => name)
  const unknown = names.find((name) => !Object.hasOwn(keyPlaceholders, name))
  if (unknown !== undefined) return `must not contain \`{${unknown}}\`. The placeholders are ${listed}`
  if (!names.includes('id')) return 'must contain `{id}`, because each object needs its own key'
  for (const values of [longestValues, { ...longestValues, task: '', batch: '' }]) {
    const key = toKeyOf(template, values)
    const problem = key.endsWith('/') ? 'must not end with `/`' : pathProblem(key)
    if (problem !== undefined) return problem
  }
  return undefined
}

const uuid = '01234567-89ab-7def-8123-456789abcdef'

/** No value is longer. */
const longestValues: Record<KeyPlaceholder, string> = {
  date: '2030-01-31',
  operation: 'screenshot',
  task: String(Number.MAX_SAFE_INTEGER),
  batch: uuid,
  id: uuid,
  ext: 'jpeg',
}

/** Returns the key that a valid template gives. */
export const toKeyOf = (template: string, values: Readonly<Record<KeyPlaceholder, string>>): string => {
  const [start = '', ...parts] = template.split('{')
  const filled = parts.map((part) => {
    const [name, text = ''] = part.split('}') as [KeyPlaceholder, string?]
    return values[name] === '' && text.startsWith('/') ? text.slice(1) : values[name] + text
  })
  return [start, ...filled].join('')
}

/** The longest key of S3. A key is ASCII. */
const keyBytesMax = 1024

const listed = Object.keys(keyPlaceholders)
  .map((name) => `\`{${name}}\``)
  .join(', ')

const meanings = Object.entries(keyPlaceholders)
  .map(([name, meaning]) => `\`{${name}}\` ${meaning}`)
  .join('; ')

const roleArn = /^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/

const shape = z.strictObject({
  endpoint: field(
    z
      .string()
      .max(500)
      .check(
        rejectIf(
          (text) =>
            urlProblem(text, 'https://') ??
            (/[?#@]/.test(text) ? 'must not contain credentials, a query or a fragment' : undefined),
        ),
      )
      .regex(httpUrl, 'must begin with http:// or https://')
      .optional(),
    {
      title: 'Endpoint',
      description:
        'URL of a service with the API of S3, such as Cloudflare R2 or MinIO. The bucket is the first segment of the path. Without it, Amazon S3 in `region`.',
      examples: ['https://0a1b2c.r2.cloudflarestorage.com'],
    },
  ),
  region: field(
    z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/, 'must consist of lowercase letters, digits and `-`')
      .optional(),
    {
      title: 'Region',
      description:
        'Region of the bucket. Required for Amazon S3; `us-east-1` by default with `endpoint`. R2 uses `auto`.',
      examples: ['eu-central-1'],
    },
  ),
  bucket: field(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'must be the name of a bucket'), {
    title: 'Bucket',
    description: 'Name of the bucket.',
    examples: ['my-screenshots'],
  }),
  bucket_owner: field(
    z
      .string()
      .regex(/^\d{12}$/, 'must be 12 digits')
      .optional(),
    {
      title: 'Owner',
      description: 'Id of the AWS account that must own the bucket. Only for Amazon S3.',
      examples: ['123456789012'],
    },
  ),
  prefix: field(z.string().max(200).check(rejectIf(pathProblem)).optional(), {
    title: 'Prefix',
    description: 'Is put before every key as it is, at most 200 characters.',
    examples: ['stillframe/'],
  }),
  key_template: field(
    z.string().min(1).max(300).check(rejectIf(templateProblem)).default('{date}/{task}/{id}.{ext}'),
    {
      title: 'Key',
      description: `Template of the keys, at most 300 characters, which must contain \`{id}\`: ${meanings}. A placeholder without a value is left out, with the slash that follows.`,
      examples: ['{operation}/{date}/{id}.{ext}'],
    },
  ),
  access_key_id: field(
    z
      .string()
      .regex(/^[\w.-]{3,128}$/, 'must be the id of an access key')
      .optional(),
    {
      title: 'Access key id',
      description: 'Id of an access key of the storage that may put objects below `prefix`.',
      examples: ['AKIAIOSFODNN7EXAMPLE'],
      'x-private': true,
    },
  ),
  secret_access_key: field(
    z
      .string()
      .regex(/^[!-~]{1,256}$/, 'must consist of 1 to 256 printable ASCII characters without spaces')
      .optional(),
    {
      title: 'Secret access key',
      description: 'The secret of the access key. It is stored encrypted and never returned.',
      examples: ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
      'x-private': true,
    },
  ),
  role_arn: field(z.string().regex(roleArn, 'must be the ARN of an IAM role').optional(), {
    title: 'Role',
    description:
      'ARN of an IAM role that the service assumes with the `external_id` of the account, instead of an access key. Only for Amazon S3.',
    examples: ['arn:aws:iam::123456789012:role/stillframe-results'],
  }),
  expires: expiresOfChange,
  key_generation: keyGenerationOfChange,
})

type Given = Partial<
  Record<
    'endpoint' | 'region' | 'bucket_owner' | 'access_key_id' | 'secret_access_key' | 'role_arn',
    string | undefined
  >
>

/** Names that can be part of a host. https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const s3Bucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** The body of `PUT /v1/account/storage`. */
export const StorageOptions = withRules(shape, [
  {
    parameters: ['bucket', 'endpoint'],
    problemOf: ({ bucket, endpoint }: { bucket: string; endpoint?: string | undefined }) =>
      endpoint === undefined && !s3Bucket.test(bucket)
        ? '`bucket` must be the name of a bucket of Amazon S3: 3 to 63 lowercase letters, digits, `.` and `-`. Other services need `endpoint`.'
        : undefined,
  },
  {
    parameters: ['prefix', 'key_template'],
    problemOf: ({
      prefix = '',
      key_template: template,
    }: {
      prefix?: string | undefined
      key_template: string
    }) =>
      prefix.length + toKeyOf(template, longestValues).length > keyBytesMax
        ? `\`prefix\` and \`key_template\` must give keys of at most ${keyBytesMax} characters.`
        : undefined,
  },
  {
    parameters: ['region', 'endpoint'],
    problemOf: ({ region, endpoint }: Given) =>
      region === undefined && endpoint === undefined ? '`region` is required without `endpoint`.' : undefined,
  },
  {
    parameters: ['access_key_id', 'secret_access_key', 'role_arn'],
    problemOf: (given: Given) => {
      const { access_key_id: id, secret_access_key: secret, role_arn: role } = given
      if ((id === undefined) !== (secret === undefined))
        return '`access_key_id` and `secret_access_key` must be given together.'
      return (id === undefined) === (role === undefined)
        ? 'Either `access_key_id` with `secret_access_key` or `role_arn` is required, and not both.'
        : undefined
    },
  },
  {
    parameters: ['bucket_owner', 'endpoint'],
    problemOf: ({ bucket_owner: owner, endpoint }: Given) =>
      owner !== undefined && endpoint !== undefined
        ? '`bucket_owner` is only for Amazon S3, without `endpoint`.'
        : undefined,
  },
  {
    parameters: ['role_arn', 'endpoint'],
    problemOf: ({ role_arn: role, endpoint }: Given) =>
      role !== undefined && endpoint !== undefined
        ? '`role_arn` is only for Amazon S3, without `endpoint`.'
        : undefined,
  },
])
export type StorageOptions = z.output<typeof StorageOptions>

/** The parameters of `DELETE /v1/account/storage`. */
export const DeleteStorageOptions = z.strictObject({ key_generation: keyGenerationOfChange })
export type DeleteStorageOptions = z.output<typeof DeleteStorageOptions>

/** The body of `GET /v1/account/storage`. */
export const StorageReport = z.strictObject({
  storage: z
    .strictObject({
      /** Null for Amazon S3. */
      endpoint: z.string().nullable(),
      region: z.string(),
      bucket: z.string(),
      /** The AWS account that must own the bucket. Null if any may. */
      bucket_owner: z.string().nullable(),
      prefix: z.string(),
      key_template: z.string(),
      /** Null with an access key, which is never returned. */
      role_arn: z.string().nullable(),
      /** When a test object was stored, in Unix seconds. */
      tested: z.int().nonnegative(),
    })
    .nullable(),
  /** The external id that the trust policy of a role must require. */
  external_id: z.string(),
  /** Who assumes a role, for its trust policy. Null if this service cannot, because it does not run on AWS. */
  principal: z.string().nullable(),
})
export type StorageReport = z.output<typeof StorageReport>
