import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../../../data/scopes.ts'
import { pdfQuery, refreshDeal, rowsOfDocumentQuery } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { Loading } from '../../../parts/page.tsx'
import { ImpactStrip } from '../../deal/transactions/impact-strip.tsx'
import { ReconciliationBar } from '../../deal/statement/reconciliation-bar.tsx'
import { StatementRows } from '../../deal/statement/statement-rows.tsx'
import { useHealing } from '../../deal/statement/use-healing.ts'
import { Choices } from '../choices.tsx'
import type { KindProps } from '../kind.ts'
import { listDoubted } from './doubted-rows.ts'
import { formatDaysIn } from '../../../format/values.ts'

/** A statement whose rows do not lead to its closing balance: mend it here, or settle it as it is. */
export function Unreconciled(props: KindProps) {
  const { document_id: documentId } = props.item
  const { id } = props.deal
  const pdf = useQuery({ ...pdfQuery(id, documentId ?? ''), enabled: documentId !== null })
  return (
    <Loading query={pdf} height={300}>
      {(data) => <Statement {...props} pdf={data} />}
    </Loading>
  )
}

function Statement(props: KindProps & { pdf: Pdf }) {
  const { deal, pdf } = props
  const { id: documentId, statements } = pdf
  const can = useCan()
  const navigate = useNavigate()
  const rows = useQuery(rowsOfDocumentQuery(deal.id, documentId))
  const healing = useHealing(deal.id, documentId)
  const look = (): void =>
    void navigate({ to: '/deals/$id/documents/$documentId', params: { id: deal.id, documentId } })
  return (
    <div className="kind">
      <ImpactStrip impact={healing.impact} onClose={healing.dismiss} />
      {statements.map((statement) => (
        <ReconciliationBar key={statement.id} statement={statement} />
      ))}
      <OtherCauses pdf={pdf} />
      <Choices
        choices={[
          ...(can('documents:write') ? listChoices(props) : []),
          { keys: 's', label: 'See the page', run: look },
        ]}
      />
      <Loading query={rows} height={240}>
        {(list) => (
          <StatementRows
            rows={listDoubted(list)}
            marked={undefined}
            onMark={() => {}}
            statements={statements}
            healing={healing}
          />
        )}
      </Loading>
    </div>
  )
}

function listChoices({ item, deal: { id }, pdf, onDecide, onDone }: KindProps & { pdf: Pdf }) {
  const { id: documentId, display_name, statements, status: state } = pdf
  if (state !== 'review_required')
    return [{ keys: 'a', label: 'It is settled: next', isPrimary: true, run: onDone }]
  const decide = (text: string, work: () => Promise<unknown>): void =>
    onDecide(item, {
      text: `${text}: ${display_name}`,
      send: async () => {
        await work()
        await refreshDeal(id)
      },
    })
  const settle = (status: string) => () => api.pdfs.update(id, documentId, { status })
  return [
    ...listRepairs(statements).map(({ statementId, index, message }, at) => ({
      keys: String(at + 1),
      label: message,
      run: () =>
        decide(message, () => {
          const changed = [{ id: statementId, apply_repair: index }]
          return api.pdfs.updateStatements(id, documentId, { statements: changed })
        }),
    })),
    {
      keys: 'a',
      label: 'Accept as it is',
      // Nobody is led to accept sums that are wrong.
      isPrimary: statements.every(({ reconciliation }) => reconciliation.status !== 'unreconciled'),
      run: () => decide('Accepted as it is', settle('approved')),
    },
    { keys: 'r', label: 'Leave it out', run: () => decide('Left out', settle('rejected')) },
  ]
}

const REPAIRS_SHOWN = 3

/** Changes of single rows with which a statement would reconcile; a missing row has none. */
function listRepairs(statements: Pdf['statements']) {
  const repairs = statements.flatMap(({ id: statementId, reconciliation }) =>
    reconciliation.repair_candidates.flatMap(({ message, row_index: row }, index) =>
      typeof row === 'number' ? [{ statementId, index, message: String(message) }] : [],
    ),
  )
  return repairs.slice(0, REPAIRS_SHOWN)
}

/** What besides the sums keeps the document from counting, such as signs of alteration. */
function OtherCauses({ pdf: { authenticity, problems } }: { pdf: Pdf }) {
  const score = authenticity === null ? null : Math.round(authenticity.score)
  const isDoubtful = authenticity !== null && DOUBTFUL.has(authenticity.level)
  const others = problems.filter(({ code }) => code !== 'unreconciled' && code !== 'check_failed')
  if (!isDoubtful && others.length === 0) return null
  return (
    <ul>
      {isDoubtful && (
        <li>
          <span className="negative">▲ It may have been altered:</span> authenticity {score} of 100.
        </li>
      )}
      {others.map(({ code, message }) => (
        <li key={code}>
          <span className="caution" aria-hidden="true">
            ▲
          </span>{' '}
          {formatDaysIn(message)}
        </li>
      ))}
    </ul>
  )
}

const DOUBTFUL = new Set(['review', 'suspicious', 'high_risk'])
