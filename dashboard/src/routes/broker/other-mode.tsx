import { useEffect } from 'react'
import { ServiceError } from '../../../../clients/typescript/src/index.ts'
import { chooseMode, readMode } from '../../data/session.ts'

const LOOKED_KEY = 'assay.broker.looked'

/** A person of a broker works in the mode in which the broker is, and need not know of modes. */
export function OtherMode({ error }: { error: unknown }) {
  const isElsewhere = error instanceof ServiceError && error.code === 'broker_disabled'
  useEffect(() => {
    // Once: a broker that is switched off is so in both.
    if (!isElsewhere || sessionStorage.getItem(LOOKED_KEY) !== null) return
    sessionStorage.setItem(LOOKED_KEY, '1')
    chooseMode(readMode() === 'live' ? 'test' : 'live')
    location.reload()
  }, [isElsewhere])
  return null
}
