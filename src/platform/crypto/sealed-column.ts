import type { KeyRing } from './key-ring.ts'

/** Where sealed values stand, as data: whatever seals, opens, re-seals or checks them reads it. */
export interface SealedColumnPlan {
  table: string
  column: string
  /** In a jsonb column: the field that holds the sealed text. */
  field?: string
  /** What of a person or a customer it keeps, for the reference page. */
  holds: string
  /** First part of the place a value is bound to; columns between which values move share one. */
  place: string
  /** The columns that complete the place, after the environment. */
  boundTo: readonly string[]
  suffix?: string
  /** The column that held the same in plain text in an earlier version. */
  plainColumn?: string
}

interface Owner {
  house: { keyRing: KeyRing }
  environment: { id: string }
}

/** One value's place: what was sealed for another row, column or environment does not open. */
interface SealedPlace {
  seal(plaintext: string): string
  /** Throws when the key is unknown, the place differs or a byte was changed. */
  open(sealed: string): string
}

export interface SealedColumn extends SealedColumnPlan {
  /** `ids` are the values of `boundTo`. */
  at(owner: Owner, ...ids: (string | number)[]): SealedPlace
}

/** Declares a column of sealed values; `src/sealed.ts` lists them all. */
export function sealedColumn(plan: SealedColumnPlan): SealedColumn {
  return {
    ...plan,
    at: ({ house, environment }, ...ids) => {
      const place = placeIn(plan, environment.id, ids)
      return {
        seal: (plaintext) => house.keyRing.seal(plaintext, place),
        open: (sealed) => house.keyRing.open(sealed, place),
      }
    },
  }
}

/** `submissions/ein/<environment>/<id>`: authenticated with the value, and stored nowhere. */
export function placeIn(
  { place, suffix = '' }: Pick<SealedColumnPlan, 'place' | 'suffix'>,
  environmentId: string,
  ids: readonly (string | number)[],
): string {
  return `${[place, environmentId, ...ids].join('/')}${suffix}`
}
