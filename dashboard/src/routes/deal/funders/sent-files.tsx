import { useQuery } from '@tanstack/react-query'
import type { Document } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { formatBytes } from '../../../format/values.ts'
import { CheckField } from '../../../parts/records/form.tsx'
import { settingsQuery } from '../../settings/settings-query.ts'

/** Whether a copy that turns up elsewhere can be traced to its funder, and where that is set. */
export function Watermark({ isSent }: { isSent: boolean }) {
  const can = useCan()
  const { data } = useQuery({ ...settingsQuery(), enabled: can('settings:read') })
  const watermark = data?.watermark as { enabled?: boolean; text?: string | null } | undefined
  if (!isSent || watermark === undefined) return null
  if (watermark.enabled !== true)
    return can('settings:write') ? (
      <p className="meta">
        The pages leave without a watermark; it is switched on in <a href="/settings">Settings</a>.
      </p>
    ) : null
  return (
    <p>
      <span className="positive">✓</span> Each page is marked{' '}
      <span className="text-ink">
        {watermark.text ?? 'with your name'} · for its funder · today · a code
      </span>
      : a copy that turns up elsewhere is traced to its funder.
    </p>
  )
}

export const REPORTS = [
  ['report', 'Underwriting file (PDF)'],
  ['scorecard', 'Scorecard (PDF)'],
] as const

export type ReportName = (typeof REPORTS)[number][0]

interface ReportsProps {
  chosen: readonly ReportName[]
  onChange: (chosen: ReportName[]) => void
}

/** The lender's own assessment, which goes along only where somebody wants it. */
export function Reports({ chosen, onChange }: ReportsProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="label">Also, printed as it is when it is sent</legend>
      {REPORTS.map(([name, label]) => (
        <CheckField
          key={name}
          label={label}
          isOn={chosen.includes(name)}
          onChange={(isOn) =>
            onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))
          }
        />
      ))}
    </fieldset>
  )
}

interface FilesProps {
  documents: readonly Document[]
  left: readonly string[]
  onChange: (left: string[]) => void
}

/** Which files go along. */
export function Files({ documents, left, onChange }: FilesProps) {
  return (
    <fieldset className="grid max-h-[240px] gap-1 overflow-y-auto">
      <legend className="label">Files</legend>
      {documents.map(({ id, display_name, size_bytes, authenticity }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={!left.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? left.filter((one) => one !== id) : [...left, id])
            }
          />
          <span className="min-w-0 truncate">{display_name}</span>
          <span className="meta">{formatBytes(size_bytes)}</span>
          {authenticity !== null && authenticity.signals_count > 0 && (
            <span className="caution">▲ signs of alteration</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
