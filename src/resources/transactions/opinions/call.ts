import type { SecondOpinionEndpoint } from '../../../config.ts'
import { readOpinions, type Opinion } from '../../../core/enrichment/opinion/read-opinions.ts'
import { promptFor } from '../../../core/enrichment/opinion/prompt.ts'
import type { Question } from '../../../core/enrichment/opinion/question.ts'
import type { Egress } from '../../../platform/egress/egress.ts'

/** What came back: opinions, maybe none, or why there is no answer. */
export type CallOutcome = { opinions: Opinion[] } | { failure: string }

/** Answers are short; what is longer is cut off and cannot be read. */
const RESPONSE_BYTES_MAX = 256 * 1024

/**
 * Asks the chat endpoint of the operator. Only what every compatible server takes is sent: no
 * temperature and no answer format, which some refuse. Never throws for what the other side does.
 */
export async function callModel(
  egress: Egress,
  { url, key, model, timeoutMs }: SecondOpinionEndpoint,
  questions: readonly Question[],
): Promise<CallOutcome> {
  const outcome = await egress.send({
    method: 'POST',
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
  return opinions === null ? { failure: 'unreadable answer' } : { opinions }
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
