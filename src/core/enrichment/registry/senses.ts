import type { FeeRule } from '../data/fee-rules.ts'
import type { Funder } from '../data/funders.ts'
import type { Wording } from '../data/wordings.ts'

/** Which leaf a name settles, by sign. */
interface Leaves {
  in: string | null
  out: string | null
}

/** A fee without the words by which it is known. */
export type ListedFee = Pick<FeeRule, 'slug' | 'feeKind'>

/** A merchant of the registry with the leaf of each sign. */
export interface Merchant extends Leaves {
  id: string
  name: string
}

/** What a phrase of a descriptor means. */
export type Sense =
  | { kind: 'funder'; id: string; funder: Funder; alias: string }
  | { kind: 'not_funder'; entry: Leaves; phrase: string }
  | { kind: 'merchant'; merchant: Merchant }
  /** A brand of the public index; one word alone may be a common one. */
  | { kind: 'brand'; slug: string; name: string; isOneWord: boolean }
  | { kind: 'fee'; rule: ListedFee; order: number; isAlone: boolean; phrase: string }
  | { kind: 'cue'; slug: string; phrase: string }
  /** A word of names that counts only where nothing else matches. */
  | { kind: 'weak_cue'; slug: string; phrase: string }
  | { kind: 'channel_cue'; slug: string; confidence: number; phrase: string }
  | { kind: 'wording'; wording: Wording }

/** What the lines of senses refer to by number. */
export interface Entries {
  funders: readonly (Funder & { id: string })[]
  notFunders: readonly Leaves[]
  merchants: readonly Merchant[]
  feeRules: readonly ListedFee[]
}

/** A sense as a line of the file, its kind first: `brand|cogs.fuel|SUNOCO`. */
export function readSense(line: string, entries: Entries): Sense {
  const [kind, ...parts] = line.split('|')
  return READERS[kind as Sense['kind']](parts as Parts, entries)
}

type Parts = [string, string, string]

const READERS: Record<Sense['kind'], (parts: Parts, entries: Entries) => Sense> = {
  funder: ([number, alias], { funders }) => {
    const funder = funders[Number(number)]!
    return { kind: 'funder', id: funder.id, funder, alias }
  },
  not_funder: ([number, phrase], { notFunders }) => {
    return { kind: 'not_funder', entry: notFunders[Number(number)]!, phrase }
  },
  merchant: ([number], { merchants }) => {
    return { kind: 'merchant', merchant: merchants[Number(number)]! }
  },
  brand: ([slug, name]) => ({ kind: 'brand', slug, name, isOneWord: !name.includes(' ') }),
  fee: ([number, place, phrase], { feeRules }) => {
    const order = Number(number)
    return { kind: 'fee', rule: feeRules[order]!, order, isAlone: place === 'alone', phrase }
  },
  cue: ([slug, phrase]) => ({ kind: 'cue', slug, phrase }),
  weak_cue: ([slug, phrase]) => ({ kind: 'weak_cue', slug, phrase }),
  channel_cue: ([slug, confidence, phrase]) => {
    return { kind: 'channel_cue', slug, confidence: Number(confidence), phrase }
  },
  wording: ([wording]) => ({ kind: 'wording', wording: wording as Wording }),
}
