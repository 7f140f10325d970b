import type { PolicyRule } from '../../../../clients/typescript/src/index.ts'

/** What lenders against revenue look at most; a start that each changes to its own appetite. */
export const USUAL_RULES: readonly PolicyRule[] = [
  {
    name: 'Enough revenue',
    metric: 'monthly_true_revenue',
    operator: 'greater_than_or_equal',
    value: 15_000,
    outcome: 'decline',
    message: 'True revenue is {actual} a month, at least {value} is needed',
  },
  {
    name: 'Few negative days',
    metric: 'negative_days',
    operator: 'less_than_or_equal',
    value: 7,
    outcome: 'decline',
    message: '{actual} days below zero, at most {value}',
  },
  {
    name: 'Few NSF fees and overdrafts',
    metric: 'nsf_overdraft_count',
    operator: 'less_than_or_equal',
    value: 5,
    outcome: 'review',
    message: '{actual} NSF fees and overdrafts, at most {value}',
  },
  {
    name: 'Not stacked',
    metric: 'active_mca_positions',
    operator: 'less_than_or_equal',
    value: 2,
    outcome: 'decline',
    message: '{actual} open positions, at most {value}',
  },
  {
    name: 'Holdback leaves room',
    metric: 'holdback_ratio',
    operator: 'less_than',
    value: 0.25,
    outcome: 'review',
    message: 'Funders take {actual} of revenue, less than {value} is needed',
  },
  {
    name: 'Revenue holds',
    metric: 'revenue_trend',
    operator: 'greater_than',
    value: -0.2,
    outcome: 'review',
    message: 'Revenue changed by {actual}, more than {value} is needed',
  },
]
