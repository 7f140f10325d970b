import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../data/scopes.ts'
import { dealQuery, documentsQuery, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Status } from '../../../parts/marks.tsx'
import { Loading } from '../../../parts/page.tsx'
import { Choices, type Choice } from '../choices.tsx'
import type { KindProps } from '../kind.ts'

/** A deal or a document that could not be read: why, and once more or without it. */
export function Failed({ item, deal: { id, name }, onDecide }: KindProps) {
  const can = useCan()
  const decide = (text: string, work: () => Promise<unknown>): void =>
    onDecide(item, {
      text,
      send: async () => {
        await work()
        await refreshDeal(id)
      },
    })
  const choices =
    item.document_id === null
      ? listForDeal(id, name, decide)
      : listForDocument(item.document_id, name, decide)
  return (
    <div className="kind">
      {can('submissions:write') && <Choices choices={choices} />}
      <Reasons id={id} documentId={item.document_id} />
    </div>
  )
}

type Decide = (text: string, work: () => Promise<unknown>) => void

function listForDeal(id: string, name: string, decide: Decide): Choice[] {
  return [
    {
      keys: 'a',
      label: 'Process again',
      isPrimary: true,
      run: () =>
        decide(`Processed again: ${name}`, () => api.submissions.process(id, { force: true })),
    },
    {
      keys: 'r',
      label: 'Archive the deal',
      run: () =>
        decide(`Archived: ${name}`, () => api.submissions.update(id, { status: 'archived' })),
    },
  ]
}

function listForDocument(id: string, name: string, decide: Decide): Choice[] {
  return [
    {
      keys: 'a',
      label: 'Read again',
      isPrimary: true,
      run: () => decide(`Read again: ${name}`, () => api.documents.parse(id, { force: true })),
    },
    {
      keys: 'r',
      label: 'Exclude',
      run: () =>
        decide(`Excluded from ${name}`, () => api.documents.update(id, { is_included: false })),
    },
  ]
}

function Reasons({ id, documentId }: { id: string; documentId: string | null }) {
  const deal = useQuery(dealQuery(id))
  const documents = useQuery(documentsQuery(id))
  const failed = (documents.data ?? []).filter((one) =>
    documentId === null ? one.status === 'failed' : one.id === documentId,
  )
  return (
    <>
      <Loading query={deal} height={60}>
        {({ failure }) =>
          failure !== null && (
            <p className="notice" data-tone="negative">
              <strong className="negative">✕ Processing failed.</strong> {failure.message}
            </p>
          )
        }
      </Loading>
      <ul className="grid gap-2">
        {failed.map(({ id: key, display_name, status, error_message }) => (
          <li key={key}>
            <strong className="text-ink">{display_name}</strong> <Status state={status} />
            <div className="text-muted">{error_message ?? 'No reason is known.'}</div>
          </li>
        ))}
      </ul>
    </>
  )
}
