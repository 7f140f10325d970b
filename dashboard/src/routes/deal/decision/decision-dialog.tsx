import { Status } from '../../../parts/marks.tsx'
import type { Issue } from './open-issues.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

interface Props {
  /** `Approve Maple Street Bakery` */
  title: string
  action: string
  issues: readonly Issue[]
  onDecide: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** What is still open on a deal, and why it is decided all the same. */
export function DecisionDialog({ title, action, issues, onDecide, onClose }: Props) {
  return (
    <ReasonDialog
      title={title}
      note="This is open on the deal"
      action={action}
      onSubmit={onDecide}
      onClose={onClose}
    >
      <ul className="grid gap-1">
        {issues.map(({ key, severity, text }) => (
          <li key={key} className="flex gap-3">
            <span className="w-[84px] shrink-0">
              {severity === null ? (
                <span className="meta">To decide</span>
              ) : (
                <Status state={severity} />
              )}
            </span>
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ul>
    </ReasonDialog>
  )
}
