import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { listDoubts } from './doubts.ts'

interface Props {
  pdf: Pdf
  onAccept: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** What speaks against a document, and why it is accepted all the same. */
export function AcceptDialog({ pdf, onAccept, onClose }: Props) {
  return (
    <ReasonDialog
      title={`Accept ${pdf.display_name}`}
      note="Its rows count from then on"
      action="Accept it"
      onSubmit={onAccept}
      onClose={onClose}
    >
      <ul>
        {listDoubts(pdf).map((doubt) => (
          <li key={doubt}>
            <span className="caution" aria-hidden="true">
              ▲
            </span>{' '}
            {doubt}
          </li>
        ))}
      </ul>
    </ReasonDialog>
  )
}
