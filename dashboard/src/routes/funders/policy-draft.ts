import type {
  FunderCreatePolicyParams,
  FunderPolicy,
} from '../../../../clients/typescript/src/index.ts'
import { printNumber, readNumber } from '../../format/region.ts'
import { CRITERIA, parseValue, printValue } from './criteria.ts'

/** One criterion as it is typed. */
export interface Wanted {
  name: string
  text: string
  isHard: boolean
}

/** A set of criteria and the offer behind it, as a person types them. */
export interface PolicyDraft {
  name: string
  isActive: boolean
  wanted: readonly Wanted[]
  factor: string
  term: string
  frequency: string
  holdback: string
  minAmount: string
  maxAmount: string
}

const TYPED = new Set<string>(CRITERIA.map(([name]) => name))

export function toPolicyDraft(policy: FunderPolicy | null): PolicyDraft {
  const offer = policy?.offer
  const holdback = offer?.holdback ?? null
  return {
    name: policy?.name ?? 'Standard',
    isActive: policy?.is_active ?? true,
    wanted: (policy?.criteria ?? [])
      .filter(({ name }) => TYPED.has(name))
      .map(({ name, value, is_hard }) => ({
        name,
        text: printValue(name, value),
        isHard: is_hard,
      })),
    factor: printNumber(offer?.factor),
    term: printNumber(offer?.term),
    frequency: offer?.frequency ?? '',
    holdback: holdback === null ? '' : printNumber(Number((holdback * 100).toPrecision(12))),
    minAmount: printNumber(offer?.min_amount),
    maxAmount: printNumber(offer?.max_amount),
  }
}

/** Whether a criterion's text means something to the service. */
export function isMeant({ name, text }: Wanted): boolean {
  const value = parseValue(name, text)
  return value !== null && !Number.isNaN(value)
}

/** What is sent of a draft; criteria that only programs write stay as they are. */
export function toPolicyParams(
  draft: PolicyDraft,
  before: FunderPolicy | null,
): FunderCreatePolicyParams {
  const known = before?.criteria ?? []
  const holdback = readNumber('Holdback', draft.holdback.replaceAll('%', ''))
  const criteria = draft.wanted.map(({ name, text, isHard }) => ({
    ...known.find((one) => one.name === name),
    name,
    value: parseValue(name, text),
    is_hard: isHard,
  }))
  return {
    name: draft.name.trim(),
    is_active: draft.isActive,
    criteria: [...criteria, ...known.filter(({ name }) => !TYPED.has(name))],
    offer: {
      ...before?.offer,
      factor: readNumber('Factor', draft.factor),
      term: readNumber('Term', draft.term),
      frequency: draft.frequency === '' ? null : draft.frequency,
      holdback: holdback === null ? null : holdback / 100,
      min_amount: readNumber('Smallest amount', draft.minAmount),
      max_amount: readNumber('Largest amount', draft.maxAmount),
    },
  }
}
