import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  UserPreviewSettings,
  UserScoreTables,
  UserSettings,
} from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { Loading } from '../../../parts/page.tsx'
import { Refused } from '../../../parts/records/form.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { PreviewTable } from '../revenue/preview-table.tsx'
import { changeSettings, settingsQuery } from '../settings-query.ts'
import { AnomalyTable } from './anomaly-table.tsx'
import { FactorTable } from './factor-table.tsx'
import { GradeTable } from './grade-table.tsx'
import { readScores, type Scores } from './score-draft.ts'

/** Where grades, the risk score and anomalies draw their lines, and what moving one would do. */
export function ScoreSettings() {
  const settings = useQuery(settingsQuery())
  const tables = useQuery({
    queryKey: keyed('score-tables'),
    queryFn: () => api.user.scoreTables(),
    staleTime: Infinity,
  })
  return (
    <Guarded scope="settings:read">
      <Loading query={settings} height={420}>
        {(data) => (
          <Loading query={tables} height={420}>
            {(known) => (
              <Editor key={JSON.stringify(readScores(data))} settings={data} tables={known} />
            )}
          </Loading>
        )}
      </Loading>
    </Guarded>
  )
}

function Editor({ settings, tables }: { settings: UserSettings; tables: UserScoreTables }) {
  const can = useCan()
  const before = readScores(settings)
  const [draft, setDraft] = useState<Scores>(before)
  const [preview, setPreview] = useState<UserPreviewSettings | null>(null)
  const [error, setError] = useState<unknown>(null)
  const isOpen = can('settings:write')
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  const change = (next: Partial<Scores>): void => {
    setDraft({ ...draft, ...next })
    setPreview(null)
    setError(null)
  }
  const look = (): void => {
    api.user.previewSettings({ settings: draft as never }).then(setPreview, setError)
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="meta mr-auto">
          An empty field takes the default; a row that is off is not looked at.
        </p>
        {isChanged && (
          <button type="button" className="button" onClick={() => change(before)}>
            Reset
          </button>
        )}
        <button type="button" className="button primary" disabled={!isChanged} onClick={look}>
          Preview the changes
        </button>
      </div>
      {error !== null && <Refused error={error} />}
      {preview !== null && (
        <PreviewTable
          preview={preview}
          what="scores"
          onSave={
            isOpen && isChanged
              ? () => changeSettings(draft as never, before as never, 'Scores')
              : null
          }
        />
      )}
      <GradeTable
        rows={tables.metrics}
        own={draft.scorecard_thresholds}
        isOpen={isOpen}
        onChange={(scorecard_thresholds) => change({ scorecard_thresholds })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FactorTable
          rows={tables.factors}
          own={draft.risk_model}
          isOpen={isOpen}
          onChange={(risk_model) => change({ risk_model })}
        />
        <AnomalyTable
          rows={tables.anomalies}
          own={draft.anomaly_thresholds}
          isOpen={isOpen}
          onChange={(anomaly_thresholds) => change({ anomaly_thresholds })}
        />
      </div>
    </div>
  )
}
