import { formatCounted } from '../../../format/values.ts'

interface Props {
  count: number
  onCategory: () => void
  onRevenue: (isRevenue: boolean) => void
  onClear: () => void
}

/** What can be done with the chosen rows. */
export function SelectionBar({ count, onCategory, onRevenue, onClear }: Props) {
  if (count === 0) return null
  return (
    <div className="selection" role="toolbar" aria-label="Chosen rows">
      <strong className="text-ink">{formatCounted(count, 'row')} chosen</strong>
      <button type="button" className="button primary" onClick={onCategory}>
        Set category
      </button>
      <button type="button" className="button" onClick={() => onRevenue(true)}>
        Count as revenue
      </button>
      <button type="button" className="button" onClick={() => onRevenue(false)}>
        Not revenue
      </button>
      <button type="button" className="button quiet" onClick={onClear}>
        Clear
      </button>
    </div>
  )
}
