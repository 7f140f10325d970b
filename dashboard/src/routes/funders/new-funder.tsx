import type { Funder } from '../../../../clients/typescript/src/index.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FunderForm } from './funder-form.tsx'

interface Props {
  name?: string
  onMade: (funder: Funder) => void
  onClose: () => void
}

/** A funder of one's own, from wherever it is missed. */
export function NewFunder({ name = '', onMade, onClose }: Props) {
  return (
    <Dialog title="New funder" note="A funder of your own" onClose={onClose}>
      <div className="p-4">
        <FunderForm funder={null} name={name} onSaved={onMade} onCancel={onClose} />
      </div>
    </Dialog>
  )
}
