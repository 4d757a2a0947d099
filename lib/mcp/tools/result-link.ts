import type { ResourceLink } from '@modelcontextprotocol/server'

/** What is used of a result, or of one output of a snapshot. */
interface Result {
  file?: string
  title?: string | null
  content_type?: string
  bytes?: number
  pages?: number | null
}

/** Returns a link to the file of a result, or nothing for an accepted request, which has none yet. */
export const resultLink = ({
  file,
  title,
  content_type: mimeType,
  bytes: size,
  pages,
}: Result): ResourceLink[] => {
  if (file === undefined) return []
  const name = file.slice(file.lastIndexOf('/') + 1)
  return [
    {
      type: 'resource_link',
      uri: file,
      name,
      ...(title && { title }),
      ...(pages && { description: `${pages} ${pages === 1 ? 'page' : 'pages'}` }),
      ...(mimeType !== undefined && { mimeType }),
      ...(size !== undefined && { size }),
    },
  ]
}
