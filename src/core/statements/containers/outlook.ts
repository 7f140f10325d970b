import msgreader from '@kenjiuno/msgreader'
import type { FieldsData } from '@kenjiuno/msgreader/lib/MsgReader.js'
import type { Container } from './container.ts'

type Reader = InstanceType<typeof msgreader.default>

/** OLE compound files begin so; old Excel files are others of them. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** The stream that every message has, as its directory spells it. */
const MESSAGE_STREAM = Buffer.from('__properties_version1.0', 'utf16le')

/** An e-mail as Outlook saves it (MS-OXMSG), with its attachments. */
export const outlookContainer: Container = {
  contentType: 'application/vnd.ms-outlook',
  memberSource: 'email',
  sniff: (bytes) =>
    OLE.every((byte, index) => bytes[index] === byte) && viewOf(bytes).includes(MESSAGE_STREAM),
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

/** Without the pictures that the text shows. */
function open(bytes: Uint8Array): { reader: Reader; attachments: FieldsData[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const reader = new msgreader.default(view)
  const { error, attachments = [] } = reader.getFileData()
  if (error !== undefined) throw new Error(error)
  return { reader, attachments: attachments.filter(({ attachmentHidden }) => !attachmentHidden) }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
