/** What became of an anomaly: found, said to be nothing, or said to be true. */
export const ANOMALY_STATUSES = ['open', 'dismissed', 'confirmed'] as const
/** One of them. */
export type AnomalyStatus = (typeof ANOMALY_STATUSES)[number]

/** What a person said of an anomaly; it holds as long as the same rows show it. */
export interface AnomalyNote {
  id: string
  status: AnomalyStatus
  note: string | null
}
