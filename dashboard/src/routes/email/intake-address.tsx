import { useState } from 'react'
import { describeError } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { CopyButton } from '../../parts/records/code.tsx'
import { notify } from '../../parts/toasts.tsx'

/** The address to which anybody can mail files; each deal has one of its own too. */
export function IntakeAddress() {
  const can = useCan()
  const [address, setAddress] = useState<string | null>(null)
  if (!can('emails:write')) return null
  const read = async (): Promise<void> => {
    try {
      setAddress((await api.emails.createAddress({})).address)
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <div className="notice mb-3 no-print">
      <span>Mails for all deals come in at an address of their own.</span>
      {address === null ? (
        <button type="button" className="button" onClick={() => void read()}>
          Show the address
        </button>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <code className="break-all text-ink">{address}</code>
          <CopyButton text={address} what="the address" />
        </span>
      )}
    </div>
  )
}
