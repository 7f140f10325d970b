import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'

type Known = BrokerSubmission['owners'][number]

const TEXTS = ['first_name', 'last_name', 'email', 'phone', 'ssn_last4'] as const

/** An owner as a form has it: texts, and the date of birth only as it is typed. */
export interface OwnerDraft {
  first_name: string
  last_name: string
  ownership_percent: string
  date_of_birth: string
  ssn_last4: string
  email: string
  phone: string
  /** What the service shows of the date of birth that it has. */
  masked: string | null
  /** What the form does not show, and sends back as it was. */
  kept: Pick<Known, 'fico' | 'is_guarantor' | 'address'> | null
}

export function toDraft(owner: Known | null): OwnerDraft {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, owner?.[name] ?? '']))
  return {
    ...(texts as Pick<OwnerDraft, (typeof TEXTS)[number]>),
    ownership_percent: String(owner?.ownership_percent ?? ''),
    date_of_birth: '',
    masked: owner?.date_of_birth_masked ?? null,
    kept: owner && { fico: owner.fico, is_guarantor: owner.is_guarantor, address: owner.address },
  }
}

/** As the API takes an owner; what is empty is not known. */
export function toOwner(draft: OwnerDraft): object {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, draft[name].trim() || null]))
  const { ownership_percent, date_of_birth, kept } = draft
  return {
    ...kept,
    ...texts,
    ownership_percent: ownership_percent === '' ? null : Number(ownership_percent),
    date_of_birth: date_of_birth || null,
  }
}
