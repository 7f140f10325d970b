import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '../../../data/categories.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Picker } from '../../../parts/picker/picker.tsx'
import { Skeleton } from '../../../parts/page.tsx'
import { ReasonField } from '../checks/reason-field.tsx'
import { useIsAgainst, type Categorized } from './against-category.tsx'
import type { Correction } from './use-correction.ts'

interface Props {
  ids: readonly string[]
  /** The same as far as they are known: what is no revenue becomes it for a reason. */
  rows?: readonly Categorized[]
  onApply: (ids: readonly string[], what: Correction) => void
  onClose: () => void
}

/** A category for the chosen rows, and how far it shall reach, counted before it is done. */
export function CorrectionDialog({ ids, rows = [], onApply, onClose }: Props) {
  const [slug, setSlug] = useState<string | null>(null)
  return (
    <Dialog
      title={slug === null ? 'Set the category' : 'How far?'}
      note={formatCounted(ids.length, 'row')}
      onClose={onClose}
    >
      {slug === null ? (
        <Categories onChoose={setSlug} />
      ) : (
        <Reach ids={ids} rows={rows} slug={slug} onApply={onApply} onBack={() => setSlug(null)} />
      )}
    </Dialog>
  )
}

/** What underwriters call the categories that they set most, whatever else has the word in its name. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'debt.mca_advance': ['advance', 'MCA', 'cash advance', 'merchant cash advance', 'funding'],
  'debt.mca_payment': ['MCA payment', 'advance payment', 'remittance', 'daily payment'],
  'debt.loan_proceeds': ['loan'],
  'transfers.internal': ['own account', 'transfer'],
}

function Categories({ onChoose }: { onChoose: (slug: string) => void }) {
  const { data } = useQuery(categoriesQuery())
  // Before there is anything to take, nothing can be typed: Enter would take nothing.
  if (data === undefined) return <Skeleton height={320} />
  return (
    <Picker
      label="Category"
      placeholder="Type a category"
      empty="No category by that name."
      choices={data.map(({ slug, name, description }) => ({
        id: slug,
        name,
        aliases: ALIASES[slug] ?? [],
        more: `${slug} ${description}`,
        mark: <code className="text-faint">{slug}</code>,
      }))}
      onChoose={onChoose}
    />
  )
}

const REACHES = [
  ['this', 'These rows only'],
  ['similar_in_submission', 'All similar rows in this deal'],
  ['tenant', 'All similar rows in all deals, also later ones'],
] as const

interface ReachProps {
  ids: readonly string[]
  rows: readonly Categorized[]
  slug: string
  onApply: Props['onApply']
  onBack: () => void
}

function Reach({ ids, rows, slug, onApply, onBack }: ReachProps) {
  const [reason, setReason] = useState('')
  const isAgainst = useIsAgainst()
  const [reach, setReach] = useState<string>('this')
  const [first] = ids
  const { data: categories = [] } = useQuery(categoriesQuery())
  const chosen = categories.find((one) => one.slug === slug)
  const name = chosen?.name ?? slug
  const against = chosen?.is_true_revenue === 'no' ? [] : rows.filter(isAgainst)
  const counts = useQuery({
    queryKey: keyed('reach', first, slug),
    queryFn: () => countReach(first!, slug),
    enabled: ids.length === 1,
    staleTime: 0,
  })
  return (
    <form
      className="grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        const comment = reason.trim()
        onApply(ids, { category: slug, apply_to: reach, ...(comment !== '' && { comment }) })
      }}
    >
      <p>
        New category: <strong className="text-ink">{name}</strong>
      </p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">How far the correction reaches</legend>
        {REACHES.map(([value, label]) => (
          <label key={value} className="flex min-h-6 gap-2">
            <input
              type="radio"
              name="reach"
              autoFocus={value === 'this'}
              checked={reach === value}
              onChange={() => setReach(value)}
            />
            {label}
            {counts.data && (
              <span className="meta">{formatCounted(counts.data[value] ?? 0, 'row')}</span>
            )}
          </label>
        ))}
      </fieldset>
      {against.length > 0 && (
        <>
          <p className="notice" data-tone="negative">
            ▲ It becomes revenue, and now it is {against[0]?.categories[0]?.name}.
          </p>
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      <div className="flex justify-end gap-2">
        <button type="button" className="button" onClick={onBack}>
          Back
        </button>
        <button className="button primary" disabled={against.length > 0 && reason.trim() === ''}>
          Correct
        </button>
      </div>
    </form>
  )
}

/** Rows that each reach would change; nothing is changed by counting. */
async function countReach(id: string, category: string): Promise<Record<string, number>> {
  const counted = await Promise.all(
    REACHES.map(async ([apply_to]) => {
      const preview = { category, apply_to, preview: true }
      const { affected_count } = await api.transactions.createFeedback(id, preview)
      return [apply_to, affected_count] as const
    }),
  )
  return Object.fromEntries(counted)
}
