import type {
  Position,
  PositionCreateParams,
  PositionUpdateParams,
} from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { revert } from './revert.ts'

/** Changes an advance at once; the line that reports it takes the change back. */
export async function changePosition(
  position: Position,
  patch: PositionUpdateParams,
  text: string,
): Promise<boolean> {
  const isDone = await send(position, patch)
  if (isDone) notify(text, () => void send(position, revert(position, patch)))
  return isDone
}

/** Adds an advance that the statements do not show. */
export async function addPosition(id: string, params: PositionCreateParams): Promise<boolean> {
  const made = await attempt(() => api.positions.create(id, params))
  if (made === undefined) return false
  await refreshDeal(id)
  notify(`Added: ${made.funder_name}`, () => void send(made, { confirmation: 'rejected' }))
  return true
}

/** Two that are one advance become it; the rows of the other are split off again to take it back. */
export async function mergePosition(position: Position, other: Position): Promise<void> {
  const { id, submission_id, funder_name } = position
  const rows = await attempt(async () => {
    const list = await api.positions.listTransactions(other.id, { limit: 1000 }).toArray()
    await api.positions.merge(id, { position_ids: [other.id] })
    await refreshDeal(submission_id)
    return list.map((row) => row.id)
  })
  if (rows === undefined) return
  const split = () =>
    attempt(async () => {
      await api.positions.split(id, { transaction_ids: rows })
      await refreshDeal(submission_id)
    })
  notify(`${other.funder_name} is part of ${funder_name}`, rows.length > 0 ? split : undefined)
}

async function send(
  { id, submission_id }: Position,
  patch: PositionUpdateParams,
): Promise<boolean> {
  const changed = await attempt(() => api.positions.update(id, patch))
  if (changed === undefined) return false
  queryClient.setQueryData<Position[]>(keyed('deal', submission_id, 'positions'), (list) =>
    list?.map((one) => (one.id === id ? changed : one)),
  )
  await refreshDeal(submission_id)
  return true
}
