import type { WebhookDelivery } from '../../../../../clients/typescript/src/index.ts'
import { formatInstant, toWords } from '../../../format/values.ts'
import { Code } from '../../../parts/records/code.tsx'
import { StatusCode } from '../requests/status-code.tsx'

/** One attempt of a delivery, and what came back. */
export function AttemptPanel({ attempt }: { attempt: WebhookDelivery['attempts'][number] }) {
  const { number, at, duration_ms, response_status, error, response_body } = attempt
  return (
    <section aria-label={`Attempt ${number}`} className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-4">
        Attempt {number}
        {response_status === null ? (
          <span className="negative">✕ {toWords(error ?? 'no response')}</span>
        ) : (
          <StatusCode status={response_status} />
        )}
        <span className="meta">
          {formatInstant(at)} · {Math.round(duration_ms)} ms
        </span>
      </h3>
      {response_body && <Code label="What came back" text={response_body} />}
    </section>
  )
}
