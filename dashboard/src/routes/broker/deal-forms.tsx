import { parseNumber } from '../../format/region.ts'
import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { Panel } from '../../parts/page.tsx'
import { saveBrokerDeal } from './broker-queries.ts'
import { KeptField } from './kept-field.tsx'

const ENTITY_TYPES = [
  ['', 'Not given'],
  ['llc', 'LLC'],
  ['corporation', 'Corporation'],
  ['s_corporation', 'S corporation'],
  ['sole_proprietor', 'Sole proprietor'],
  ['partnership', 'Partnership'],
  ['non_profit', 'Non-profit'],
  ['other', 'Other'],
] as const

const BUSINESS = [
  ['name', 'Legal name'],
  ['dba', 'Doing business as'],
  ['ein', 'EIN'],
  ['entity_type', 'Kind of company'],
  ['start_date', 'In business since', 'date'],
  ['state_of_incorporation', 'State of incorporation'],
  ['industry', 'Industry'],
  ['phone', 'Phone', 'tel'],
  ['email', 'E-mail', 'email'],
  ['website', 'Website', 'url'],
] as const

const FUNDING = [
  ['amount', 'Amount', 'number'],
  ['purpose', 'What it is for'],
  ['term_months', 'Months', 'number'],
] as const

interface Props {
  deal: BrokerSubmission
  isOpen: boolean
}

/** The business and what it requests; each field is kept as it is left. */
export function DealForms({ deal, isOpen }: Props) {
  const { id, business, funding } = deal
  const toValue = (value: string, type?: string) =>
    value === '' ? null : type === 'number' ? parseNumber(value) : value
  return (
    <>
      <Panel title="1 Business" note={isOpen ? 'kept as you go' : undefined}>
        <div className="grid gap-3 sm:grid-cols-2">
          {BUSINESS.map(([name, label, type]) => (
            <KeptField
              key={name}
              label={label}
              isOpen={isOpen}
              value={business[name] ?? ''}
              {...(type && { type })}
              {...(name === 'entity_type' && { options: ENTITY_TYPES })}
              onSave={(value) => saveBrokerDeal(id, { business: { [name]: toValue(value) } })}
            />
          ))}
        </div>
      </Panel>
      <Panel title="2 Funding request">
        <div className="grid gap-3 sm:grid-cols-3">
          {FUNDING.map(([name, label, type]) => (
            <KeptField
              key={name}
              label={label}
              isOpen={isOpen}
              value={String(funding?.[name] ?? '')}
              {...(type && { type })}
              onSave={(value) => saveBrokerDeal(id, { funding: { [name]: toValue(value, type) } })}
            />
          ))}
        </div>
      </Panel>
    </>
  )
}
