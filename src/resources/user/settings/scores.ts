import { Type } from 'typebox'
import { DETECTORS } from '../../../core/analytics/anomalies/index.ts'
import { findMetric } from '../../../core/analytics/metrics/index.ts'
import { DEFAULT_THRESHOLDS, SECTIONS } from '../../../core/analytics/settings/grade-thresholds.ts'
import { DEFAULT_RISK_MODEL } from '../../../core/analytics/settings/risk-model.ts'
import { Fields, Nullable, One, StringEnum } from '../../../platform/wire/shapes.ts'

const Cut = Type.Number()

export const OneScoreTables = One(
  Fields({
    metrics: Type.Array(
      Fields({
        metric: Type.String(),
        label: Type.String(),
        unit: Type.String(),
        higher_is_better: Type.Boolean(),
        section: StringEnum(SECTIONS.map(({ name }) => name)),
        is_critical: Type.Boolean(),
        A: Cut,
        B: Cut,
        C: Cut,
        D: Cut,
      }),
    ),
    factors: Type.Array(
      Fields({ name: Type.String(), label: Type.String(), weight: Type.Number() }),
    ),
    anomalies: Type.Array(
      Fields({
        kind: Type.String(),
        title: Type.String(),
        /** Null for a kind that no number decides; it can be turned off alone. */
        threshold: Nullable(Type.Number()),
        meaning: Nullable(Type.String()),
      }),
    ),
  }),
)

/**
 * What scores come with: the tables that scorecard_thresholds, risk_model and anomaly_thresholds
 * replace by row.
 */
export function buildScoreTables(): object {
  return {
    metrics: DEFAULT_THRESHOLDS.map(({ metric, section, isCritical, A, B, C, D }) => {
      const { label, unit } = findMetric(metric)!
      return { metric, label, unit, higherIsBetter: A > D, section, isCritical, A, B, C, D }
    }),
    factors: DEFAULT_RISK_MODEL.factors.map(({ name, label, weight }) => ({ name, label, weight })),
    anomalies: DETECTORS.map(({ kind, title, threshold }) => ({
      kind,
      title,
      threshold: threshold?.default ?? null,
      meaning: threshold?.meaning ?? null,
    })),
  }
}
