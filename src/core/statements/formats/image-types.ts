import type { ImageFormat } from '../statement.ts'

interface ImageType {
  format: ImageFormat
  contentType: string
  is(bytes: Uint8Array): boolean
}

/** Images that are read, each by the mark its file begins with. */
export const IMAGE_TYPES: readonly ImageType[] = [
  { format: 'png', contentType: 'image/png', is: (bytes) => mark(bytes).startsWith('\x89PNG\r\n') },
  {
    format: 'jpeg',
    contentType: 'image/jpeg',
    is: (bytes) => mark(bytes).startsWith('\xFF\xD8\xFF'),
  },
  {
    format: 'tiff',
    contentType: 'image/tiff',
    is: (bytes) => /^(?:II\*\0|MM\0\*)/.test(mark(bytes)),
  },
  { format: 'webp', contentType: 'image/webp', is: (bytes) => /^RIFF[^]{4}WEBP/.test(mark(bytes)) },
]

/**
 * A photo as iPhones take it (ISO 23008-12). It is not read: the licenses of the available decoders
 * do not allow shipping them.
 */
export function isHeic(bytes: Uint8Array): boolean {
  return /^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/.test(mark(bytes))
}

/** The first bytes as characters of the same numbers. */
function mark(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 12))
}
