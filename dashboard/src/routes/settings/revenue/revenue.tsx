import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  UserPreviewSettings,
  UserRevenueFormula,
  UserSettings,
} from '../../../../../clients/typescript/src/index.ts'
import { categoriesQuery } from '../../../data/categories.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { CheckField, Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { changeSettings, settingsQuery } from '../settings-query.ts'
import { ChoiceOfCategories } from './category-choice.tsx'
import { PreviewTable } from './preview-table.tsx'

/** What counts as true revenue, and what a change would do to the deals at hand. */
export function RevenueFormula() {
  const settings = useQuery(settingsQuery())
  return (
    <Guarded scope="settings:read">
      <Loading query={settings} height={420}>
        {(data) => <Formula key={data.revenue_formula_version} settings={data} />}
      </Loading>
    </Guarded>
  )
}

const SWITCHES = [
  ['count_p2p_as_revenue', 'Payments between people, such as Zelle and Cash App'],
  ['count_factoring_as_revenue', 'Money from factoring'],
  ['count_salary_as_revenue', 'Salaries that arrive'],
] as const

const THREE = [
  ['', 'As each row reads'],
  ['yes', 'Count as revenue'],
  ['no', 'Do not count'],
] as const

const WIRES = [
  ['', 'As each row reads'],
  ['include', 'Count as revenue'],
  ['exclude', 'Do not count'],
] as const

function Formula({ settings }: { settings: UserSettings }) {
  const can = useCan()
  const before = settings.revenue_formula
  const [formula, setFormula] = useState<UserRevenueFormula>(before)
  const [preview, setPreview] = useState<UserPreviewSettings | null>(null)
  const change = (next: Partial<UserRevenueFormula>): void => {
    setFormula({ ...formula, ...next })
    setPreview(null)
  }
  const look = async (): Promise<void> =>
    setPreview(await api.user.previewSettings({ settings: { revenue_formula: formula } }))
  const isChanged = JSON.stringify(formula) !== JSON.stringify(before)
  const mayWrite = can('settings:write')
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,420px)_minmax(0,1fr)]">
      <Panel title="What counts" note={`version ${settings.revenue_formula_version}`}>
        <Form submitLabel="Preview the changes" onSubmit={look} isReady={isChanged}>
          {SWITCHES.map(([name, label]) => (
            <SelectField
              key={name}
              label={label}
              value={toThree(formula[name])}
              options={THREE}
              isDisabled={!mayWrite}
              onChange={(next) => change({ [name]: fromThree(next) })}
            />
          ))}
          <SelectField
            label="Wires"
            value={formula.wire_policy ?? ''}
            options={WIRES}
            isDisabled={!mayWrite}
            onChange={(next) => change({ wire_policy: next || null })}
          />
          <CheckField
            label="Take refunds and chargebacks off"
            isOn={formula.subtract_contra ?? true}
            isDisabled={!mayWrite}
            onChange={(isOn) => change({ subtract_contra: isOn })}
          />
          <TextField
            label="Cap of one large deposit"
            note="As a multiple of the usual deposit; empty for none."
            type="number"
            value={String(formula.large_deposit_cap_multiple ?? '')}
            onChange={(next) =>
              change({ large_deposit_cap_multiple: next === '' ? null : Number(next) })
            }
          />
          <ChosenCategories formula={formula} onChange={change} />
        </Form>
      </Panel>
      <PreviewTable
        preview={preview}
        what="formula"
        onSave={
          mayWrite && isChanged
            ? () =>
                changeSettings(
                  { revenue_formula: formula },
                  { revenue_formula: before },
                  'Revenue formula',
                )
            : null
        }
      />
    </div>
  )
}

interface ChosenProps {
  formula: UserRevenueFormula
  onChange: (next: Partial<UserRevenueFormula>) => void
}

function ChosenCategories({ formula, onChange }: ChosenProps) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  return (
    <>
      <ChoiceOfCategories
        label="Always count"
        categories={categories}
        chosen={formula.include_slugs ?? []}
        onChange={(next) => onChange({ include_slugs: next })}
      />
      <ChoiceOfCategories
        label="Never count"
        categories={categories}
        chosen={formula.exclude_slugs ?? []}
        onChange={(next) => onChange({ exclude_slugs: next })}
      />
    </>
  )
}

function toThree(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  return value ? 'yes' : 'no'
}

function fromThree(value: string): boolean | null {
  return value === '' ? null : value === 'yes'
}
