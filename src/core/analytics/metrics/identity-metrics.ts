import type { CompanyFacts } from '../../values/account.ts'
import { monthsBetween } from '../../values/dates.ts'
import type { Ledger } from '../ledger.ts'
import { metric, type Metric, type MetricDeclaration, type MetricOutcome } from '../metric.ts'
import { valueOr } from '../metric/outcomes.ts'

function identity(
  declaration: Omit<MetricDeclaration, 'group' | 'formulaId' | 'defaultWindow'>,
): Metric {
  return metric({
    needs: [],
    ...declaration,
    group: 'identity',
    formulaId: 'application',
    defaultWindow: 'latest',
  })
}

function stated(
  facts: Pick<Metric, 'name' | 'label' | 'unit'>,
  read: (ledger: Ledger) => number | string | null,
): Metric {
  return identity({
    ...facts,
    formula: `${facts.label} as stated in the application`,
    isHigherBetter: null,
    compute: (ledger) => valueOr(read(ledger), 'missing_input'),
  })
}

/** The attributes that can be requested by name. */
const ATTRIBUTES: Readonly<Record<string, (company: CompanyFacts) => string | null>> = {
  name: ({ name }) => name,
  entity_type: ({ entityType }) => entityType,
  naics_code: ({ naicsCode }) => naicsCode,
  state: ({ state }) => state,
  business_start_date: ({ businessStartDate }) => businessStartDate,
}

/** Facts of the company and its owners (formulas section 22, group identity). */
export const IDENTITY_METRICS: readonly Metric[] = [
  identity({
    name: 'time_in_business_months',
    label: 'Time in business (months)',
    unit: 'n',
    formula: 'Months from the start date of the application to the as-of date',
    isHigherBetter: true,
    compute: timeInBusiness,
  }),
  identity({
    name: 'owner_fico',
    label: 'Owner FICO score',
    unit: 'n',
    formula: 'Lowest credit score among owners of 20 % or more, as stated in the application',
    isHigherBetter: true,
    compute: ({ company }) => valueOr(company.ownerFico, 'missing_input'),
  }),
  stated(
    { name: 'requested_amount', label: 'Requested amount', unit: 'amount' },
    ({ company }) => company.requestedAmount,
  ),
  stated({ name: 'state', label: 'State', unit: 'string' }, ({ company }) => company.state),
  stated(
    { name: 'naics_code', label: 'NAICS code', unit: 'string' },
    ({ company }) => company.naicsCode,
  ),
  stated(
    { name: 'entity_type', label: 'Entity type', unit: 'string' },
    ({ company }) => company.entityType,
  ),
  identity({
    name: 'attribute',
    label: 'Application attribute',
    unit: 'string',
    formula: 'The company attribute of the given name, as stated in the application',
    parameters: [
      {
        name: 'attribute',
        type: 'string',
        isRequired: true,
        description: `One of ${Object.keys(ATTRIBUTES).join(', ')}.`,
      },
    ],
    compute: ({ company }, _, { attribute }) => {
      const read = ATTRIBUTES[String(attribute)]
      return valueOr(read === undefined ? null : read(company), 'missing_input')
    },
  }),
]

/** How long an account has rows shows nothing about the age of a business. */
function timeInBusiness({ asOf, company }: Ledger): MetricOutcome {
  const { businessStartDate } = company
  const value =
    asOf === null || businessStartDate === null ? null : monthsBetween(businessStartDate, asOf)
  return valueOr(value, 'missing_input')
}
