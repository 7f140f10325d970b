import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/api-error.ts'

/** Bytes of a mail, as mail servers commonly take it. */
export const MAIL_MIB_MAX = 30

/**
 * The text fields of a multipart body in which a mail service sends a message; files are passed
 * over, since the message has them.
 */
export async function readMailForm(request: FastifyRequest): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const limits = { fieldSize: MAIL_MIB_MAX * 1024 * 1024, fields: 100, files: 100, parts: 200 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') part.file.resume()
      else if (typeof part.value === 'string') fields[part.fieldname.slice(0, 64)] = part.value
    }
  } catch (error) {
    const message = 'The multipart body cannot be read.'
    throw new ApiError('invalid_content_type', message, { cause: error })
  }
  return fields
}
