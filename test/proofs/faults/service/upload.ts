import { setTimeout as sleep } from 'node:timers/promises'
import { fileForm, Unanswered, type ServiceClient } from '../../../../scripts/service-client.ts'
import type { TrialFile } from './deal.ts'

/** An upload as its caller knows it: with the id of the response, or without any response. */
export interface Upload {
  file: TrialFile
  idempotencyKey: string
  acknowledgedId: string | null
}

const RETRY_TIMEOUT_MS = 60_000

/** Sends the file once. A connection that ends without a response leaves the outcome unknown. */
export async function upload(
  client: ServiceClient,
  submissionId: string,
  input: Omit<Upload, 'acknowledgedId'>,
): Promise<Upload> {
  const { file, idempotencyKey } = input
  const form = fileForm(file.filename, file.bytes)
  const path = `/v1/submissions/${submissionId}/documents`
  try {
    const response = await client.call('POST', path, { form, idempotencyKey })
    if (response.status !== 201) {
      throw new Error(`The upload got ${response.status}: ${JSON.stringify(response.body)}`)
    }
    return { ...input, acknowledgedId: response.body.data.id }
  } catch (error) {
    if (error instanceof Unanswered) return { ...input, acknowledgedId: null }
    throw error
  }
}

/** Sends the same request under the same key, as a careful client does, until a response comes. */
export async function repeat(
  client: ServiceClient,
  submissionId: string,
  { file, idempotencyKey }: Upload,
): Promise<string> {
  const path = `/v1/submissions/${submissionId}/documents`
  const deadline = performance.now() + RETRY_TIMEOUT_MS
  for (;;) {
    const form = fileForm(file.filename, file.bytes)
    const { status, body } = await client.call('POST', path, { form, idempotencyKey })
    if (status === 201) return body.data.id
    const isInProgress = status === 409 && body.error.code === 'idempotency_in_progress'
    if (!isInProgress || performance.now() > deadline) {
      throw new Error(`The repeated upload got ${status}: ${JSON.stringify(body)}`)
    }
    await sleep(100)
  }
}
