import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../../data/scopes.ts'
import { pdfQuery, rowsOfDocumentQuery } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { Loading } from '../../../parts/page.tsx'
import { ImpactStrip } from '../../deal/transactions/impact-strip.tsx'
import { OtherDocument } from '../../deal/statement/other-document.tsx'
import { ReconciliationBar } from '../../deal/statement/reconciliation-bar.tsx'
import { StatementRows } from '../../deal/statement/statement-rows.tsx'
import { useHealing } from '../../deal/statement/use-healing.ts'
import { Choices, type Choice } from '../choices.tsx'
import type { KindProps } from '../kind.ts'
import { listDoubted } from './doubted-rows.ts'
import { Accept, decide, listVerdicts, type Deciding } from './verdicts.tsx'
import { formatText } from '../../../format/values.ts'

/**
 * A statement whose rows do not lead to its closing balance, or a document whose fields are in
 * doubt: mend it here, or settle it as it is.
 */
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
  const [isAccepting, setAccepting] = useState(false)
  const look = (): void =>
    void navigate({ to: '/deals/$id/documents/$documentId', params: { id: deal.id, documentId } })
  return (
    <div className="kind">
      <ImpactStrip impact={healing.impact} onClose={healing.dismiss} />
      {statements.map((statement) => (
        <ReconciliationBar key={statement.id} statement={statement} pdf={pdf} />
      ))}
      <OtherCauses pdf={pdf} />
      <Choices
        choices={[
          ...(can('documents:write') ? listChoices(props, () => setAccepting(true)) : []),
          { keys: 's', label: 'See the page', run: look },
        ]}
      />
      {isAccepting && <Accept {...props} onClose={() => setAccepting(false)} />}
      {statements.length === 0 ? (
        <Fields deal={deal.id} pdf={pdf} />
      ) : (
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
      )}
    </div>
  )
}

/** Of a document that is no statement. */
function Fields({ deal, pdf }: { deal: string; pdf: Pdf }) {
  const [at, setAt] = useState<{ field?: string; page: number }>({ page: 1 })
  return (
    <OtherDocument
      id={deal}
      document={pdf}
      page={at.page}
      marked={at.field}
      onMark={(field, page) => setAt({ field, page: page ?? at.page })}
    />
  )
}

function listChoices(props: Deciding, onDoubted: () => void): Choice[] {
  const { deal, pdf, onDone } = props
  const { id: documentId, statements, status } = pdf
  if (status !== 'review_required')
    return [{ keys: 'a', label: 'It is settled: next', isPrimary: true, run: onDone }]
  return [
    ...listRepairs(statements).map(({ statementId, index, message }, at) => ({
      keys: String(at + 1),
      label: message,
      run: () =>
        decide(props, message, () => {
          const changed = [{ id: statementId, apply_repair: index }]
          return api.pdfs.updateStatements(deal.id, documentId, { statements: changed })
        }),
    })),
    ...listVerdicts(props, onDoubted),
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
function OtherCauses({ pdf: { authenticity, problems, statements } }: { pdf: Pdf }) {
  const score = authenticity === null ? null : Math.round(authenticity.score)
  // A document without a sign is not made suspect by what could not be checked of it.
  const isDoubtful =
    authenticity !== null && DOUBTFUL.has(authenticity.level) && authenticity.top_signals.length > 0
  // What a statement says for itself stands in the bar of its sums.
  const shown = new Set(
    statements.flatMap(({ review_causes }) => review_causes.map(({ message }) => message)),
  )
  const others = problems.filter(
    ({ code, message }) =>
      code !== 'unreconciled' && code !== 'check_failed' && !shown.has(message),
  )
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
          {formatText(message)}
        </li>
      ))}
    </ul>
  )
}

const DOUBTFUL = new Set(['review', 'suspicious', 'high_risk'])
