import type { PlainDate } from '../../../core/values/dates.ts'

/** The place of a row in the reading, its amount in major units, which hold in any currency. */
export interface MajorPlace {
  position: number
  date: PlainDate
  amount: number
}

/** Who corrected a row, and the feedback that takes it back; earlier releases kept neither. */
export interface Signature {
  by: string
  at: string
  feedbackId: string
  /** Whether the line of the row prints the amount that was entered: a figure was mis-read. */
  isPrinted?: boolean
}

/** A correction of one row; `id` is that of its transaction. */
export type MajorRowEdit = Partial<Signature> &
  (
    | ({ id: string; kind: 'changed'; change: MajorChange } & MajorPlace)
    | ({ id: string; kind: 'removed' } & MajorPlace)
    | { id: string; kind: 'added'; after: number; row: Required<MajorChange> }
  )

export interface MajorChange {
  date?: PlainDate
  amount?: number
  description?: string
  balance?: number | null
}
