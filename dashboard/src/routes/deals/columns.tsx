import type { ReactNode } from 'react'
import type { Submission, UserListColumn } from '../../../../clients/typescript/src/index.ts'
import type { Cell } from '../../parts/csv.ts'
import {
  formatAgo,
  formatCount,
  formatPercent,
  formatWhole,
  toWords,
  UNKNOWN,
} from '../../format/values.ts'
import { DealStatus, Grade, detailOverrides, Status } from '../../parts/marks.tsx'
import { Person } from './person.tsx'

export interface DealColumn {
  /** As the layout of a person and files name it. */
  field: string
  label: string
  isNumber?: boolean
  /** By what the list is ordered. */
  sort?: { by: string; isDescending?: boolean }
  /** As the file has it; what is shown is made of it where `show` is left out. */
  value: (deal: Submission) => Cell
  show?: (deal: Submission) => ReactNode
}

/** Every column of the list besides the name, in the order in which they are offered. */
export const COLUMNS: readonly DealColumn[] = [
  {
    field: 'status',
    label: 'Status',
    value: ({ status }) => status,
    show: (deal) => <DealStatus deal={deal} />,
  },
  {
    field: 'paper_grade',
    label: 'Grade',
    value: ({ latest }) => latest?.paperGrade,
    show: ({ latest }) =>
      latest?.paperGrade ? <Grade grade={latest.paperGrade} of="Grade" /> : UNKNOWN,
  },
  figure('monthlyTrueRevenue', {
    field: 'monthly_true_revenue',
    label: 'True revenue / mo',
    format: formatWhole,
  }),
  figure('averageDailyBalance', {
    field: 'average_daily_balance',
    label: 'Average balance',
    format: formatWhole,
  }),
  figure('negativeDays', { field: 'negative_days', label: 'Neg. days', format: formatCount }),
  figure('nsfCount', { field: 'nsf_count', label: 'NSF only', format: formatCount }),
  {
    field: 'positions',
    label: 'All positions',
    isNumber: true,
    value: ({ latest, counts }) => (latest === null ? null : counts.positions),
  },
  figure('holdbackRatio', { field: 'holdback_ratio', label: 'Holdback', format: formatPercent }),
  {
    field: 'policy_result',
    label: 'Policy',
    value: ({ policyResult }) => policyResult,
    show: ({ policyResult, policyOverridesCount: count }) =>
      policyResult ? <Status state={policyResult} {...detailOverrides(count)} /> : UNKNOWN,
  },
  {
    field: 'coverage_ratio',
    label: 'Coverage',
    isNumber: true,
    value: ({ dataQuality }) => dataQuality?.coverageRatio,
    show: ({ dataQuality }) => formatPercent(dataQuality?.coverageRatio),
  },
  {
    field: 'reconciliation_rate',
    label: 'Reconciled',
    isNumber: true,
    value: ({ dataQuality }) => dataQuality?.reconciliationRate,
    show: ({ dataQuality }) => formatPercent(dataQuality?.reconciliationRate),
  },
  {
    field: 'risk_score',
    label: 'Risk score',
    isNumber: true,
    sort: { by: 'risk_score', isDescending: true },
    value: ({ latest }) => latest?.riskScore,
  },
  {
    field: 'deal_stage',
    label: 'Stage',
    value: ({ dealStage }) => dealStage,
    show: ({ dealStage }) => (dealStage === null ? UNKNOWN : toWords(dealStage)),
  },
  {
    field: 'assigned_to',
    label: 'Owner',
    value: ({ assignedTo }) => assignedTo,
    show: ({ assignedTo }) => <Person id={assignedTo} />,
  },
  { field: 'tags', label: 'Tags', value: ({ tags }) => tags.join(' ') },
  { field: 'source', label: 'Source', value: ({ source }) => toWords(source) },
  {
    field: 'created_at',
    label: 'Created',
    sort: { by: 'created_at', isDescending: true },
    value: ({ createdAt }) => createdAt,
    show: ({ createdAt }) => (
      <span className="whitespace-nowrap text-faint">{formatAgo(createdAt, Date.now())}</span>
    ),
  },
]

type Figure =
  | 'monthlyTrueRevenue'
  | 'averageDailyBalance'
  | 'negativeDays'
  | 'nsfCount'
  | 'holdbackRatio'

interface FigureLook {
  field: string
  label: string
  format: (value: number | null | undefined) => string
}

function figure(name: Figure, { field, label, format }: FigureLook): DealColumn {
  const value = ({ latest }: Submission) => latest?.[name]
  return { field, label, isNumber: true, value, show: (deal) => format(value(deal)) }
}

/** The columns that a person has chosen, in their order. */
export function chooseColumns(chosen: readonly UserListColumn[]): DealColumn[] {
  return chosen
    .filter(({ visible }) => visible)
    .toSorted((one, other) => one.order - other.order)
    .flatMap(({ field }) => COLUMNS.find((column) => column.field === field) ?? [])
}

/** The choice after one column was shown or hidden. */
export function turnColumn(chosen: readonly UserListColumn[], field: string): UserListColumn[] {
  const shown = new Set(chosen.filter(({ visible }) => visible).map((one) => one.field))
  if (!shown.delete(field)) shown.add(field)
  return ['name', ...COLUMNS.map((column) => column.field)].map((name, order) => ({
    field: name,
    visible: shown.has(name),
    order,
    width: null,
  }))
}
