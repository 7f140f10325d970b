import { useState } from 'react'
import { chooseMode, readMode, type Mode } from '../data/session.ts'

/** A link may come from the other mode: one click looks there. */
export function OtherMode({ isPrimary = false }: { isPrimary?: boolean }) {
  const [other] = useState<Mode>(() => (readMode() === 'live' ? 'test' : 'live'))
  return (
    <button
      type="button"
      className={isPrimary ? 'button primary' : 'button'}
      onClick={() => {
        chooseMode(other)
        location.reload()
      }}
    >
      Look in the {other} mode
    </button>
  )
}
