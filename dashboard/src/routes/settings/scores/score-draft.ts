export interface Cuts {
  A: number
  B: number
  C: number
  D: number
  is_critical?: boolean
  section?: string
}

/** The settings of scores as they are kept: what they do not name is as the service comes. */
export interface Scores {
  scorecard_thresholds: Readonly<Record<string, Cuts | null>>
  risk_model: RiskModel | null
  anomaly_thresholds: Readonly<Record<string, number | null>>
}

export interface RiskModel {
  name?: string
  factors: Readonly<Record<string, { weight: number; knots?: unknown }>>
}

export function readScores(settings: object): Scores {
  const { scorecard_thresholds, risk_model, anomaly_thresholds } = settings as Partial<Scores>
  return {
    scorecard_thresholds: scorecard_thresholds ?? {},
    risk_model: risk_model ?? null,
    anomaly_thresholds: anomaly_thresholds ?? {},
  }
}

/** The same record with one entry replaced; undefined takes it out. */
export function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
  value: Value | undefined,
): Record<string, Value> {
  const { [name]: _, ...rest } = record
  return value === undefined ? rest : { ...rest, [name]: value }
}

export const GRADES = ['A', 'B', 'C', 'D'] as const

type Row = Readonly<Record<(typeof GRADES)[number], number>> & { is_critical: boolean }

/**
 * The cuts after one was typed; undefined where they are those that the service comes with. `percent`
 * says that the metric is typed in percent.
 */
export function typeCut(
  row: Row,
  own: Cuts | undefined,
  { grade, value }: { grade: (typeof GRADES)[number]; value: number | null },
): Cuts | undefined {
  const now: Cuts = own ?? { A: row.A, B: row.B, C: row.C, D: row.D }
  return orUsual(row, { ...now, [grade]: value ?? row[grade] })
}

/** Whether an F of the metric decides the grade of the deal alone. */
export function turnCritical(row: Row, own: Cuts | undefined): Cuts | undefined {
  const now: Cuts = own ?? { A: row.A, B: row.B, C: row.C, D: row.D }
  return orUsual(row, { ...now, is_critical: !(now.is_critical ?? row.is_critical) })
}

function orUsual(row: Row, cuts: Cuts): Cuts | undefined {
  const isUsual =
    GRADES.every((grade) => cuts[grade] === row[grade]) &&
    (cuts.is_critical ?? row.is_critical) === row.is_critical &&
    cuts.section === undefined
  return isUsual ? undefined : cuts
}

/** The model with another weight of a factor; null where every weight is the usual one. */
export function typeWeight(
  model: RiskModel | null,
  { name, weight }: { name: string; weight: number },
  value: number | null,
): RiskModel | null {
  const own = model?.factors[name]
  const isUsual = (value === null || value === weight) && own?.knots === undefined
  const factors = withEntry(
    model?.factors ?? {},
    name,
    isUsual ? undefined : { ...own, weight: value ?? weight },
  )
  if (Object.keys(factors).length === 0 && model?.name === undefined) return null
  return { ...model, factors }
}
