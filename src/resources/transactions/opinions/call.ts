import type { SecondOpinionEndpoint } from '../../../config.ts'
import { readOpinions, type Opinion } from '../../../core/enrichment/opinion/read-opinions.ts'
import { promptFor } from '../../../core/enrichment/opinion/prompt.ts'
import type { Question } from '../../../core/enrichment/opinion/question.ts'
import type { OutsideContext } from '../../../platform/context.ts'

/** Opinions, possibly none, or why the call failed. */
export type CallOutcome = { opinions: Opinion[] } | { failure: string }

/** Responses are short; a longer one is truncated and then unreadable. */
const RESPONSE_BYTES_MAX = 256 * 1024

/**
 * Calls the operator's chat endpoint with only what every compatible server accepts: no temperature
 * and no response format. Failures of the endpoint are returned, not thrown.
 */
export async function callModel(
  { house: { egress }, trace }: Pick<OutsideContext, 'house' | 'trace'>,
  { url, key, model, timeoutMs }: SecondOpinionEndpoint,
  questions: readonly Question[],
): Promise<CallOutcome> {
  const outcome = await egress.send({
    method: 'POST',
    trace,
    url: `${url}/chat/completions`,
    headers: {
      'content-type': 'application/json',
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    body: Buffer.from(JSON.stringify({ model, messages: promptFor(questions) })),
    timeoutMs,
    keptBytesMax: RESPONSE_BYTES_MAX,
  })
  if (outcome.kind === 'error') return { failure: outcome.error }
  if (outcome.status !== 200) return { failure: `status ${outcome.status}` }
  const text = contentIn(outcome.bodyStart)
  const opinions = text === null ? null : readOpinions(text, questions)
  return opinions === null ? { failure: 'unreadable response' } : { opinions }
}

/** The text of the first choice; null when the body is no completion. */
function contentIn(body: string): string | null {
  try {
    const parsed = JSON.parse(body) as { choices?: { message?: { content?: unknown } }[] }
    const content = parsed.choices?.[0]?.message?.content
    return typeof content === 'string' ? content : null
  } catch {
    return null
  }
}
