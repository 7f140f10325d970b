import { countCase, majority, type Count, type Judged } from './cases.ts'

/** Compares the streams of a deal with its truth. */
export function countStreams(
  counts: Map<string, Count>,
  { deal, enriched, rowById }: Judged,
): void {
  for (const truth of deal.streams) {
    const rows = deal.rows.filter((row) => row.truth.streamId === truth.id)
    const found = enriched.streams.filter((stream) => {
      const ids = stream.transactionIds.map((id) => rowById.get(id)!.truth.streamId)
      return majority(ids)?.value === truth.id
    })
    const best = found.toSorted((a, b) => b.occurrenceCount - a.occurrenceCount)[0]
    const wrong = `${deal.id} ${truth.cadence} ${rows.length} · ${rows[0]!.description} · ${rows.map(({ date }) => date).join(' ')} as ${best?.cadence}`
    countCase(counts, 'found', { isRight: best !== undefined, wrong })
    if (!best) continue
    countCase(counts, 'cadence right', { isRight: best.cadence === truth.cadence, wrong })
    const isWhole = best.occurrenceCount >= 0.9 * rows.length
    countCase(counts, 'with nine of ten rows or more', { isRight: isWhole, wrong })
  }
}
