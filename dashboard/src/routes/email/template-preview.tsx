import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { keyed } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { Choice } from '../../parts/filter-fields.tsx'
import { Panel } from '../../parts/page.tsx'
import { Refused } from '../../parts/records/form.tsx'
import { useAddress } from '../../parts/use-address.ts'

interface Props {
  subject: string
  text: string
  html: string | null
}

/** The mail as it would leave for a deal; nothing is kept or sent. */
export function TemplatePreview({ subject, text, html }: Props) {
  const [{ deal }, change] = useAddress<'deal'>()
  const can = useCan()
  const { data: deals = [] } = useQuery({
    queryKey: keyed('preview-deals'),
    queryFn: () =>
      api.submissions
        .list({ limit: 50 })
        .page()
        .then((page) => page.data),
    enabled: can('submissions:read'),
  })
  const chosen = deal ?? deals[0]?.id
  const body = useDeferredValue(text)
  const preview = useQuery({
    queryKey: keyed('email-preview', chosen, subject, body, html),
    queryFn: () =>
      api.emails.create({
        preview: true,
        to: ['applicant@example.com'],
        subject: subject || ' ',
        ...(body === '' && html !== null ? { html } : { text: body || ' ' }),
        ...(chosen && { submission_id: chosen }),
      }),
    enabled: can('emails:write'),
    placeholderData: (before) => before,
  })
  return (
    <Panel
      title="As it would be sent"
      actions={
        deals.length > 0 && (
          <Choice
            label="Deal"
            value={chosen}
            options={deals.map(({ id, name }) => [id, name] as const)}
            onChange={(next) => change({ deal: next })}
          />
        )
      }
    >
      {preview.error ? (
        <Refused error={preview.error} />
      ) : (
        <article aria-busy={preview.isFetching} aria-label="Preview">
          <h3 className="mb-2">{preview.data?.subject}</h3>
          <div className="whitespace-pre-wrap break-words">{preview.data?.text}</div>
        </article>
      )}
    </Panel>
  )
}
