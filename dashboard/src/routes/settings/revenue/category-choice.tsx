import type { Category } from '../../../../../clients/typescript/src/index.ts'
import { SelectField } from '../../../parts/records/form.tsx'

interface Props {
  label: string
  categories: readonly Category[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Categories as chips, with a list to add one from. */
export function ChoiceOfCategories({ label, categories, chosen, onChange }: Props) {
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  const others = categories.filter(({ slug }) => !chosen.includes(slug))
  return (
    <div className="grid gap-2">
      <SelectField
        label={label}
        value=""
        options={[['', 'Add a category'], ...others.map(({ slug, name }) => [slug, name] as const)]}
        onChange={(slug) => slug !== '' && onChange([...chosen, slug])}
      />
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chosen.map((slug) => (
            <button
              key={slug}
              type="button"
              className="chip min-h-6 hover:bg-hover"
              aria-label={`${names.get(slug) ?? slug}: remove`}
              onClick={() => onChange(chosen.filter((one) => one !== slug))}
            >
              {names.get(slug) ?? slug} <span aria-hidden="true">×</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
