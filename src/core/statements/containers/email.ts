import PostalMime, { type Attachment } from 'postal-mime'
import type { ContainerReader } from './container.ts'

export const emailReader: ContainerReader = {
  list: async (bytes) =>
    (await listAttachments(bytes)).map((attachment, index) => ({
      name: getFileName(attachment, index),
      sizeBytes: readContent(attachment).length,
    })),
  take: async (bytes, index) => readContent((await listAttachments(bytes))[index]!),
}

/** Without inline pictures, such as the logo of a signature. */
async function listAttachments(bytes: Uint8Array): Promise<Attachment[]> {
  const { attachments } = await PostalMime.parse(bytes, { forceRfc822Attachments: true })
  return attachments.filter((attachment) => {
    const isPicture = attachment.mimeType.startsWith('image/')
    const isShown = attachment.related === true || attachment.disposition === 'inline'
    return readContent(attachment).length > 0 && !(isPicture && isShown)
  })
}

function readContent({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
}

function getFileName({ filename, mimeType }: Attachment, index: number): string {
  return filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : `attachment-${index + 1}`)
}
