import type { ResourceLink } from '@modelcontextprotocol/server'

/** The members of a result, or of one output of a snapshot, that its link needs. */
interface Result {
  file: string
  title?: string | null
  content_type?: string
  bytes?: number
  pages?: number | null
}

/** Returns a link to the file of a result. */
export const resultLink = ({
  file,
  title,
  content_type: mimeType,
  bytes: size,
  pages,
}: Result): ResourceLink => ({
  type: 'resource_link',
  uri: file,
  name: file.slice(file.lastIndexOf('/') + 1),
  ...(title && { title }),
  ...(pages && { description: `${pages} ${pages === 1 ? 'page' : 'pages'}` }),
  ...(mimeType !== undefined && { mimeType }),
  ...(size !== undefined && { size }),
})
