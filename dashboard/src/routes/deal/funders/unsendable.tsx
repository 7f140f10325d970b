import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Funder, FunderForSubmission } from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { Refused } from '../../../parts/records/form.tsx'
import { findObstacle } from '../../funders/sending.ts'

/** What keeps the chosen funders from being sent to; undefined until that is known. */
export function useObstacles(rows: readonly FunderForSubmission[]): Funder[] | undefined {
  const funders = useQueries({
    queries: rows.map(({ funder_id }) => ({
      queryKey: keyed('funders', 'one', funder_id),
      queryFn: () => api.funders.get(funder_id),
    })),
  })
  if (funders.some(({ isPending }) => isPending)) return undefined
  return funders.flatMap(({ data }) => (data && findObstacle(data) !== null ? [data] : []))
}

/** Funders that nothing can be sent to, each with why and with the field that mends it. */
export function Unsendable({ funders }: { funders: readonly Funder[] }) {
  return funders.map((funder) => (
    <div key={funder.id} className="notice" data-tone="caution">
      <span>
        <strong className="text-ink">{funder.name}</strong> {findObstacle(funder)}{' '}
        <a href={`/funders?whose=all&open=${funder.id}`} target="_blank" rel="noopener">
          All about {funder.name} (a new tab)
        </a>
      </span>
      {isByMail(funder) && <AddressField funder={funder} />}
    </div>
  ))
}

function isByMail({ submission_channel: channel }: Funder): boolean {
  return channel === null || channel === 'email'
}

/** Within the form of the deal, so that what was typed there stays. */
function AddressField({ funder: { id, name } }: { funder: Funder }) {
  const mayWrite = useCan()('funders:write')
  const [email, setEmail] = useState('')
  const [error, setError] = useState<unknown>(null)
  if (!mayWrite) return null
  const save = (): void => {
    setError(null)
    const address = { submission_channel: 'email', submission_email: email.trim() }
    api.funders
      .update(id, address)
      .then(() => queryClient.invalidateQueries({ queryKey: keyed('funders') }))
      .catch(setError)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <input
        className="field"
        type="email"
        aria-label={`E-mail of ${name} for deals`}
        placeholder="deals@funder.com"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          save()
        }}
      />
      <button type="button" className="button" disabled={email.trim() === ''} onClick={save}>
        Add the address
      </button>
      {error !== null && <Refused error={error} />}
    </div>
  )
}
