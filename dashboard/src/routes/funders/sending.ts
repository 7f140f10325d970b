import type { Funder } from '../../../../clients/typescript/src/index.ts'

/** The ways a deal reaches a funder, as a person chooses them. */
export const CHANNELS = [
  ['email', 'By e-mail'],
  ['api', 'To its API'],
  ['web_portal', 'On its website, by hand'],
  ['manual', 'By hand'],
] as const

type Reached = Pick<Funder, 'submission_channel' | 'submission_email' | 'api_config'>
type Found = Reached & Pick<Funder, 'name' | 'is_global'>

/** Funders to choose from: one's own before those of the register, reachable ones first in both. */
export function sortToAdd<T extends Found>(funders: readonly T[]): T[] {
  const place = (funder: T): number =>
    (funder.is_global ? 2 : 0) + (findObstacle(funder) === null ? 0 : 1)
  return funders.toSorted(
    (one, other) => place(one) - place(other) || one.name.localeCompare(other.name),
  )
}

/** How deals reach a funder, or that nothing is known yet: `by e-mail to deals@…`. */
export function describeSending(funder: Reached): string {
  const { submission_channel: channel, submission_email: email, api_config: api } = funder
  if (channel === 'api' && api !== null) return `to ${new URL(api.url).host}`
  if (channel === 'web_portal') return 'on its website, by hand'
  if (channel === 'manual') return 'by hand'
  return email === null || channel === 'api' ? 'no address yet' : `by e-mail to ${email}`
}

/** Why nothing can be sent to a funder from here, to be said before anybody types; null where it can. */
export function findObstacle(funder: Reached): string | null {
  const { submission_channel: channel, submission_email: email, api_config: api } = funder
  if (channel === 'web_portal' || channel === 'manual')
    return 'takes deals by hand: send it there yourself, and keep it here without sending.'
  if (channel === 'api') return api === null ? 'has no address of its API yet.' : null
  return email === null ? 'has no e-mail address for deals yet.' : null
}
