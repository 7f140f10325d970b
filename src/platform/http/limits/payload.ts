import type { Environment, House } from '../../context.ts'
import type { StagedFile } from '../../route.ts'
import { SentPayload } from './bodies.ts'
import { putFile, stageInline } from '../multipart.ts'

/**
 * The payload of another service into the store, byte by byte as it was sent, so that its numbers
 * are read from their digits: the body itself, or what stands in it under the name `payload`.
 */
export async function stagePayload(
  house: House,
  environment: Environment,
  sent: Buffer | SentPayload,
): Promise<{ body: unknown; files: StagedFile[] }> {
  const put = async (filename: string, content: Buffer): Promise<StagedFile> =>
    putFile(house, environment, { filename, content })
  if (Buffer.isBuffer(sent)) return { body: {}, files: [await put('payload.xml', sent)] }
  const { value, payload } = sent.read
  if (!isEnveloped(value)) return { body: {}, files: [await put('payload.json', sent.bytes)] }
  if (payload !== null) {
    const body = { ...value, payload: {} }
    return { body, files: [await put('payload.json', Buffer.from(payload))] }
  }
  // An XML text under the name, or no payload at all, which the shape of the body refuses.
  if (typeof value.payload === 'string' && value.payload !== '')
    return { body: value, files: [await put('payload.xml', Buffer.from(value.payload))] }
  return stageInline(house, environment, value)
}

/** The names that a caller puts around a payload; no provider uses them. */
const ENVELOPE = ['payload', 'content_base64', 'submission_id']

function isEnveloped(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return ENVELOPE.some((name) => Object.hasOwn(value, name))
}
