import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { describeError } from '../../data/queries.ts'
import { saveRecords } from '../save-csv.ts'
import { SavedViews } from '../saved-views.tsx'
import { notify } from '../toasts.tsx'
import type { Records } from './use-records.ts'

interface Props<Row extends object> {
  /** What the file is called. */
  name: string
  records: Records<Row>
  /** A row as the file has it, where that is not each of its plain fields. */
  toRecord?: (row: Row) => object
}

const PASSING = ['open', 'new', 'invite']

/** What every list has: views that are kept, and all that fits its filters as a file. */
export function ListTools<Row extends object>({ name, records, toRecord }: Props<Row>) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const rows = await records.readAll()
      saveRecords(name, toRecord === undefined ? rows : rows.map(toRecord))
    } catch (error) {
      notify(describeError(error).message)
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-2 no-print">
      <SavedViews screen={path} passing={PASSING} />
      <button
        type="button"
        className="button"
        disabled={isBusy || !records.rows?.length}
        onClick={() => void save()}
      >
        CSV
      </button>
    </div>
  )
}
