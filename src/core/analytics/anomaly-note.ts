/** The review of an anomaly: not reviewed, dismissed by a person, or confirmed by one. */
export const ANOMALY_STATUSES = ['open', 'dismissed', 'confirmed'] as const
/** One of them. */
export type AnomalyStatus = (typeof ANOMALY_STATUSES)[number]

/** The review of an anomaly by a person; it holds as long as the same rows show it. */
export interface AnomalyNote {
  id: string
  status: AnomalyStatus
  note: string | null
}
