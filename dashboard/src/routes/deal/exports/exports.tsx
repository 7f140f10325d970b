import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { dealQuery } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { Panel } from '../../../parts/page.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { attempt } from '../attempt.ts'
import { EXPORTS, type Export } from './list.ts'

const route = getRouteApi('/deals/$id')

/** Everything of the deal as files, for spreadsheets, for the file and for an auditor. */
export function Exports() {
  const { id } = route.useParams()
  const can = useCan()
  const shown = EXPORTS.filter(({ scope }) => can(scope))
  return (
    <Panel title="Exports" isFlush>
      <ul>
        {shown.map((one) => (
          <Row key={one.name} id={id} row={one} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ id, row: { name, note, formats } }: { id: string; row: Export }) {
  const [busy, setBusy] = useState<string | null>(null)
  const deal = useQuery(dealQuery(id))
  const save = async (format: string): Promise<void> => {
    setBusy(format)
    const file = await attempt(() => formats[format]!(id))
    setBusy(null)
    if (file !== undefined) saveFile(file, deal.data?.name)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-hairline px-4 py-3">
      <div className="min-w-0 flex-1 basis-[300px]">
        <h3>{name}</h3>
        <p className="text-muted">{note}</p>
      </div>
      <div className="flex flex-wrap gap-2 no-print">
        {Object.keys(formats).map((format) => (
          <button
            key={format}
            type="button"
            className="button"
            aria-label={`${name} as ${format}`}
            disabled={busy !== null}
            onClick={() => void save(format)}
          >
            {busy === format ? 'Making it' : format}
          </button>
        ))}
      </div>
    </li>
  )
}
