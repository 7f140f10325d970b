import { headText, isOle, namesStream } from '../sniff.ts'

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

/** An e-mail as Outlook saves it (MS-OXMSG). */
export function isOutlookMessage(bytes: Uint8Array): boolean {
  return isOle(bytes) && namesStream(bytes, '__properties_version1.0')
}
