import { Reply } from '../route.ts'

/** A file to download. */
export function attachment(filename: string, contentType: string, body: Buffer): Reply {
  const disposition = 'attachment'
  return new Reply({
    download: { contentType, filename, disposition, body, sizeBytes: body.length },
  })
}
