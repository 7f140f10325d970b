import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Merchant, MerchantUpdateParams } from '../../../../clients/typescript/src/index.ts'
import { categoriesQuery } from '../../data/categories.ts'
import { describeError, keyed, queryClient } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { CheckField, Form, SelectField, TextField } from '../../parts/records/form.tsx'
import { notify } from '../../parts/toasts.tsx'
import { groupsQuery } from './groups-query.ts'

/** Category, groups and other names of a merchant, as the own organization wants them. */
export function MerchantForm({ merchant }: { merchant: Merchant }) {
  const { id, name } = merchant
  const [category, setCategory] = useState(merchant.default_category ?? '')
  const [aliases, setAliases] = useState(merchant.aliases.join('\n'))
  const [groups, setGroups] = useState(merchant.groups.map(({ slug }) => slug))
  const { data: categories = [] } = useQuery(categoriesQuery())
  const save = async (): Promise<void> => {
    const before = toPatch(merchant)
    await update(id, {
      default_category: category || null,
      aliases: aliases
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      groups,
    })
    notify(`${name} is changed; its deals are read anew`, () => {
      update(id, before).catch((error: unknown) => notify(describeError(error).message))
    })
  }
  return (
    <section aria-label="In your deals">
      <h3 className="mb-2">In your deals</h3>
      <Form submitLabel="Save" onSubmit={save}>
        <SelectField
          label="Category of its rows"
          note="Unless somebody corrected a row, or a rule knows better."
          value={category}
          options={[
            ['', 'As each row reads'],
            ...categories.map((one) => [one.slug, one.name] as const),
          ]}
          onChange={setCategory}
        />
        <TextField
          label="Other names, one a line"
          note="Rows that hold one of these words are its rows too: so two spellings become one merchant."
          rows={4}
          value={aliases}
          onChange={setAliases}
        />
        <Groups chosen={groups} onChange={setGroups} />
      </Form>
    </section>
  )
}

function toPatch({ default_category, aliases, groups }: Merchant): MerchantUpdateParams {
  return { default_category, aliases, groups: groups.map(({ slug }) => slug) }
}

async function update(id: string, patch: MerchantUpdateParams): Promise<void> {
  await api.merchants.update(id, patch)
  await queryClient.invalidateQueries({ queryKey: keyed('merchants') })
}

interface GroupsProps {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Groups({ chosen, onChange }: GroupsProps) {
  const { data: groups = [] } = useQuery(groupsQuery())
  return (
    <fieldset className="grid gap-1">
      <legend className="label mb-1">Groups</legend>
      <div
        className="grid max-h-[200px] gap-1 overflow-y-auto sm:grid-cols-2"
        role="group"
        tabIndex={0}
        aria-label="Groups"
      >
        {groups.map(({ slug, name }) => (
          <CheckField
            key={slug}
            label={name}
            isOn={chosen.includes(slug)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, slug] : chosen.filter((one) => one !== slug))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
