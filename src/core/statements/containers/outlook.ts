import msgreader from '@kenjiuno/msgreader'
import type { FieldsData } from '@kenjiuno/msgreader/lib/MsgReader.js'
import type { ContainerReader } from './container.ts'

type Reader = InstanceType<typeof msgreader.default>

/** The attachments of an e-mail as Outlook saves it (MS-OXMSG). */
export const outlookReader: ContainerReader = {
  list: async (bytes) => {
    const { reader, attachments } = open(bytes)
    return attachments.map((attachment) => {
      const { fileName, content } = reader.getAttachment(attachment)
      return { name: fileName, sizeBytes: content.length }
    })
  },
  take: async (bytes, index) => {
    const { reader, attachments } = open(bytes)
    return reader.getAttachment(attachments[index]!).content
  },
}

/** Without inline pictures. */
function open(bytes: Uint8Array): { reader: Reader; attachments: FieldsData[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const reader = new msgreader.default(view)
  const { error, attachments = [] } = reader.getFileData()
  if (error !== undefined) throw new Error(error)
  return { reader, attachments: attachments.filter(({ attachmentHidden }) => !attachmentHidden) }
}
