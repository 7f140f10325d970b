import { useQuery } from '@tanstack/react-query'
import type {
  SubmissionMetric,
  SubmissionScorecard,
  SubmissionScorecardSection,
} from '../../../../../clients/typescript/src/index.ts'
import { reportQuery } from '../../../data/queries.ts'
import { formatText, formatUnit, toWords, findUnit, UNKNOWN } from '../../../format/values.ts'
import { Grade } from '../../../parts/marks.tsx'
import { Loading, Panel } from '../../../parts/page.tsx'
import { Value } from '../evidence/value.tsx'
import { describeOutlook, findGradeObstacle } from '../grade.ts'
import { isPartial } from '../partial.ts'

/** The grade of the paper: which metric decides it, and how each other one is graded. */
export function GradePanel({ id }: { id: string }) {
  const scorecard = useQuery(reportQuery('scorecard', id))
  const metrics = useQuery(reportQuery('metrics', id))
  return (
    <Panel title="Paper grade" isFlush>
      <Loading query={scorecard} height={320}>
        {(data) => (
          <>
            <div className="flex items-start gap-3 px-4 pb-3">
              <span className="shrink-0">
                <Grade grade={data.paper_grade} of="Paper grade" />
              </span>
              <div>
                <p>{data.grade_note ?? describeNoNote(data)}</p>
                <Differing scorecard={data} metrics={metrics.data?.metrics ?? []} />
              </div>
            </div>
            <Sections scorecard={data} metrics={metrics.data?.metrics ?? []} />
            <Quality scorecard={data} />
          </>
        )}
      </Loading>
    </Panel>
  )
}

/** The note says why the two grades differ; without one they are alike, or one is missing. */
function describeNoNote({ paper_grade, risk_grade }: SubmissionScorecard): string {
  if (paper_grade === null) return 'Too little is known for a grade.'
  return risk_grade === paper_grade
    ? `Risk grade ${risk_grade}, which weighs all factors, is the same.`
    : 'Too little is known for a risk grade beside it.'
}

const FORECAST_DAYS = 30

function Differing({ scorecard, metrics }: SectionsProps) {
  const chance = metrics.find(({ name }) => name === 'probability_negative')?.value
  const text = describeOutlook(scorecard.paper_grade, {
    chance: typeof chance === 'number' ? chance : null,
    days: FORECAST_DAYS,
  })
  return text && <p className="caution">{text}</p>
}

interface SectionsProps {
  scorecard: SubmissionScorecard
  /** Of the deal, for how much of it is covered. */
  metrics: readonly SubmissionMetric[]
}

function Sections({ scorecard: { sections, decided_by }, metrics }: SectionsProps) {
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Graded metrics">
      <table className="ledger">
        <caption className="sr-only">Graded metrics by section</caption>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" className="num">
              Value
            </th>
            <th scope="col">Grade</th>
            <th scope="col">Needs for A, B, C, D</th>
          </tr>
        </thead>
        {sections.map((section) => (
          <Section
            key={section.name}
            section={section}
            decidedBy={decided_by?.metric}
            all={metrics}
          />
        ))}
      </table>
    </div>
  )
}

interface SectionProps {
  section: SubmissionScorecardSection
  decidedBy: string | undefined
  all: readonly SubmissionMetric[]
}

function Section({ section: { label, grade, metrics }, decidedBy, all }: SectionProps) {
  const findWhy = (reasons: string[]): string | null => findGradeObstacle({ reasons }, all)
  const isWeak = metrics.some(
    ({ grade: own, reasons }) => own !== null && findWhy(reasons) !== null,
  )
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2} className="!font-semibold">
          {label}
        </th>
        <td colSpan={2}>
          {isWeak ? (
            <span className="meta">– not enough months</span>
          ) : (
            <Grade grade={grade} of={`Grade of ${label}`} />
          )}
        </td>
      </tr>
      {metrics.map(({ name, label: metric, value, unit, currency, reasons, ...one }) => (
        <tr key={name}>
          <th scope="row" className="!pl-6">
            {metric}
            {name === decidedBy && <span className="chip ml-2">decides the grade</span>}
          </th>
          <td className="num">
            {value === null ? (
              <span title={reasons.map(toWords).join(', ')}>{UNKNOWN}</span>
            ) : (
              <Value label={metric} target={{ kind: 'metric', name }}>
                {isPartial({ name, reasons, status: one.status }, all) && (
                  <span title="From incomplete data">≈</span>
                )}
                {formatUnit(value, findUnit(name, unit), currency ?? 'USD')}
              </Value>
            )}
          </td>
          <td>
            {one.grade !== null && findWhy(reasons) !== null ? (
              <span className="meta whitespace-nowrap">– {findWhy(reasons)}</span>
            ) : (
              <Grade grade={one.grade} of={`Grade of ${metric}`} />
            )}
          </td>
          <td className="whitespace-nowrap text-faint">
            {one.thresholds === null
              ? UNKNOWN
              : [one.thresholds.A, one.thresholds.B, one.thresholds.C, one.thresholds.D]
                  .map((bound) => formatUnit(bound, findUnit(name, unit), currency ?? 'USD'))
                  .join(' · ')}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function Quality({ scorecard: { data_quality } }: { scorecard: SubmissionScorecard }) {
  const failed = data_quality.checks.filter(({ is_passed }) => is_passed === false)
  if (failed.length === 0 && data_quality.notes.length === 0) return null
  return (
    <div className="border-t border-hairline px-4 py-3">
      <h3 className="label">How far the data can be trusted</h3>
      <ul className="list-disc pl-5">
        {failed.map(({ id, label }) => (
          <li key={id}>
            <span className="caution">{label} is below what is needed.</span>
          </li>
        ))}
        {data_quality.notes.map((note) => (
          <li key={note}>{formatText(note)}</li>
        ))}
      </ul>
    </div>
  )
}
