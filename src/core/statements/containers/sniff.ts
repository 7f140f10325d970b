import { headText } from '../sniff.ts'

const LOCAL_HEADER = 'PK\u0003\u0004'

/** An archive. Office documents are archives too, but no containers: their first entries say so. */
export function isZip(bytes: Uint8Array): boolean {
  const head = headText(bytes)
  return head.startsWith(LOCAL_HEADER) && !/\[Content_Types\]\.xml|mimetypeapplication/.test(head)
}

// Subject: July statements
const HEADERS = /^(from|to|subject|date|mime-version|received|message-id|return-path): /gim
/** So many known headers before the first blank line are no table and no prose. */
const HEADERS_MIN = 3

/** An e-mail as it was sent (RFC 5322). */
export function isEmail(bytes: Uint8Array): boolean {
  const [head = ''] = headText(bytes).split(/\r?\n\r?\n/, 1)
  return (head.match(HEADERS)?.length ?? 0) >= HEADERS_MIN
}

/** OLE compound files begin so; old Excel files are others of them. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** The stream that every message has, as its directory spells it. */
const MESSAGE_STREAM = Buffer.from('__properties_version1.0', 'utf16le')

/** An e-mail as Outlook saves it (MS-OXMSG). */
export function isOutlookMessage(bytes: Uint8Array): boolean {
  if (!OLE.every((byte, index) => bytes[index] === byte)) return false
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(MESSAGE_STREAM)
}
