import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { AcceptDialog } from '../../deal/statement/accept-dialog.tsx'
import { listDoubts } from '../../deal/statement/doubts.ts'
import type { Choice } from '../choices.tsx'
import type { KindProps } from '../kind.ts'

export type Deciding = KindProps & { pdf: Pdf }

/** A decision that waits its ten seconds before it is sent. */
export function decide(
  { item, deal, pdf, onDecide }: Deciding,
  text: string,
  work: () => Promise<unknown>,
): void {
  onDecide(item, {
    text: `${text}: ${pdf.display_name}`,
    send: async () => {
      await work()
      await refreshDeal(deal.id)
    },
  })
}

/** Why it is accepted although something speaks against it. */
export function Accept({ onClose, ...props }: Deciding & { onClose: () => void }) {
  const { deal, pdf } = props
  const accept = (notes: string): Promise<void> => {
    const review = { status: 'approved', notes }
    decide(props, 'Accepted as it is', () => api.pdfs.update(deal.id, pdf.id, review))
    return Promise.resolve()
  }
  return <AcceptDialog pdf={pdf} onAccept={accept} onClose={onClose} />
}

/** To count as it is, for a reason where something speaks against it, or not to count. */
export function listVerdicts(props: Deciding, onDoubted: () => void): Choice[] {
  const { deal, pdf } = props
  const settle = (text: string, status: string): void =>
    decide(props, text, () => api.pdfs.update(deal.id, pdf.id, { status }))
  const isPlain = listDoubts(pdf).length === 0
  return [
    {
      keys: 'a',
      label: isPlain ? 'Accept as it is' : 'Accept as it is…',
      // Nobody is led to accept what something speaks against.
      isPrimary: isPlain,
      run: () => (isPlain ? settle('Accepted as it is', 'approved') : onDoubted()),
    },
    { keys: 'r', label: 'Exclude', run: () => settle('Excluded', 'rejected') },
  ]
}
