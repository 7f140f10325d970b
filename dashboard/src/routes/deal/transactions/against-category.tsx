import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '../../../data/categories.ts'
import { formatCents, formatCounted, formatDay } from '../../../format/values.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import type { Row } from './use-transactions.ts'

const SHOWN = 5

/** A row as far as its category says whether it is revenue. */
export type Categorized = Pick<Row, 'categories'>

/** Whether the category of a row keeps it out of revenue, as that of a returned payment does. */
export function useIsAgainst(): (row: Categorized) => boolean {
  const { data = [] } = useQuery(categoriesQuery())
  const bySlug = new Map(data.map((category) => [category.slug, category]))
  return ({ categories: [own] }) => {
    const category = own && bySlug.get(own.slug)
    return category !== undefined && category.is_true_revenue === 'no'
  }
}

interface Props {
  rows: readonly Row[]
  onCount: (reason: string) => void
  onClose: () => void
}

/** Rows of such a category are counted as revenue for a reason, which stays with the correction. */
export function AgainstCategory({ rows, onCount, onClose }: Props) {
  return (
    <ReasonDialog
      title={`Count ${formatCounted(rows.length, 'row')} as revenue`}
      note="By its category it is not"
      action="Count as revenue"
      onSubmit={(reason) => Promise.resolve(onCount(reason))}
      onClose={onClose}
    >
      <ul>
        {rows.slice(0, SHOWN).map(({ id, date, description, amount, categories: [own] }) => (
          <li key={id}>
            <strong className="text-ink">{own?.name}</strong>, {formatDay(date)},{' '}
            {formatCents(amount)}: {description}
          </li>
        ))}
      </ul>
    </ReasonDialog>
  )
}
