import type { Funder, FunderUpdateParams } from '../../../../clients/typescript/src/index.ts'
import { printNumber, readNumber } from '../../format/region.ts'

/** What a person types about a funder. */
export interface FunderDraft {
  name: string
  kind: string
  channel: string
  email: string
  apiUrl: string
  contact: string
  contactEmail: string
  notes: string
  isActive: boolean
  factorMin: string
  factorMax: string
  termMin: string
  termMax: string
}

export function toDraft(funder: Funder | null, name = ''): FunderDraft {
  const [contact] = funder?.contacts ?? []
  const terms = funder?.defaults
  return {
    name: funder?.name ?? name,
    kind: funder?.kind ?? 'mca',
    channel: funder?.submission_channel ?? 'email',
    email: funder?.submission_email ?? '',
    apiUrl: funder?.api_config?.url ?? '',
    contact: contact?.name ?? '',
    contactEmail: contact?.email ?? '',
    notes: funder?.notes ?? '',
    isActive: funder?.is_active ?? true,
    factorMin: printNumber(terms?.factor_min),
    factorMax: printNumber(terms?.factor_max),
    termMin: printNumber(terms?.term_min),
    termMax: printNumber(terms?.term_max),
  }
}

/** What is sent of a draft; who a funder of the registry is stays as it is there. */
export function toParams(draft: FunderDraft, before: Funder | null): FunderUpdateParams {
  const [first, ...others] = before?.contacts ?? []
  const contact = { ...first, name: orNull(draft.contact), email: orNull(draft.contactEmail) }
  const isNamed = contact.name !== null || contact.email !== null
  return {
    ...(before?.is_global !== true && { name: draft.name.trim(), kind: draft.kind }),
    submission_channel: draft.channel,
    submission_email: orNull(draft.email),
    // A new address needs its headers again, so the old one is not sent anew.
    ...(draft.apiUrl !== (before?.api_config?.url ?? '') && {
      api_config: draft.apiUrl.trim() === '' ? null : { url: draft.apiUrl.trim() },
    }),
    contacts: isNamed ? [contact, ...others] : others,
    notes: orNull(draft.notes),
    is_active: draft.isActive,
    defaults: {
      ...before?.defaults,
      factor_min: readNumber('Lowest factor', draft.factorMin),
      factor_max: readNumber('Highest factor', draft.factorMax),
      term_min: readNumber('Shortest term', draft.termMin),
      term_max: readNumber('Longest term', draft.termMax),
    },
  }
}

function orNull(text: string): string | null {
  const typed = text.trim()
  return typed === '' ? null : typed
}
