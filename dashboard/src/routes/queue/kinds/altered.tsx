import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { pdfQuery } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { Loading } from '../../../parts/page.tsx'
import { Signals } from '../../deal/checks/signals-panel.tsx'
import { ReconciliationBar } from '../../deal/statement/reconciliation-bar.tsx'
import { Choices } from '../choices.tsx'
import type { KindProps } from '../kind.ts'
import { Accept, listVerdicts } from './verdicts.tsx'

/** A document that may have been altered: each sign on its page, and whether the document counts. */
export function Altered(props: KindProps) {
  const { document_id: documentId } = props.item
  const { id } = props.deal
  const pdf = useQuery({ ...pdfQuery(id, documentId ?? ''), enabled: documentId !== null })
  return (
    <Loading query={pdf} height={420}>
      {(data) => <Suspected {...props} pdf={data} />}
    </Loading>
  )
}

function Suspected(props: KindProps & { pdf: Pdf }) {
  const { pdf } = props
  const can = useCan()
  const [isAccepting, setAccepting] = useState(false)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  return (
    <div className="kind">
      {can('documents:write') && (
        <Choices choices={listVerdicts(props, () => setAccepting(true))} />
      )}
      {isAccepting && <Accept {...props} onClose={() => setAccepting(false)} />}
      {pdf.statements.map((statement) => (
        <ReconciliationBar key={statement.id} statement={statement} pdf={pdf} />
      ))}
      <Signals document={pdf} chosen={chosen} onChoose={setChosen} />
    </div>
  )
}
