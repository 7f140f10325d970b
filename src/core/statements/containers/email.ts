import PostalMime, { type Attachment } from 'postal-mime'
import { headText } from '../sniff.ts'
import type { Container } from './container.ts'

const HEADERS = /^(from|to|subject|date|mime-version|received|message-id|return-path): /gim
/** So many known headers before the first blank line are no table and no prose. */
const HEADERS_MIN = 3

/** An e-mail as it was sent (RFC 5322), with its attachments. */
export const emailContainer: Container = {
  contentType: 'message/rfc822',
  memberSource: 'email',
  sniff: (bytes) => {
    const [head = ''] = headText(bytes).split(/\r?\n\r?\n/, 1)
    return (head.match(HEADERS)?.length ?? 0) >= HEADERS_MIN
  },
  list: async (bytes) =>
    (await attachmentsOf(bytes)).map((attachment, index) => ({
      name: nameOf(attachment, index),
      sizeBytes: contentOf(attachment).length,
    })),
  take: async (bytes, index) => contentOf((await attachmentsOf(bytes))[index]!),
}

/** Without the pictures that the text shows, such as the logo of a signature. */
async function attachmentsOf(bytes: Uint8Array): Promise<Attachment[]> {
  const { attachments } = await PostalMime.parse(bytes, { forceRfc822Attachments: true })
  return attachments.filter((attachment) => {
    const isPicture = attachment.mimeType.startsWith('image/')
    const isShown = attachment.related === true || attachment.disposition === 'inline'
    return contentOf(attachment).length > 0 && !(isPicture && isShown)
  })
}

function contentOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
}

function nameOf({ filename, mimeType }: Attachment, index: number): string {
  return filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : `attachment-${index + 1}`)
}
