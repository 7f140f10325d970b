import { useQuery } from '@tanstack/react-query'
import { DropdownMenu } from 'radix-ui'
import { changeLayout, layoutQuery } from '../../data/layout.ts'
import { describeError } from '../../data/queries.ts'
import { notify } from '../../parts/toasts.tsx'
import { chooseColumns, COLUMNS, turnColumn, type DealColumn } from './columns.tsx'

/** The columns of the person; none until they are known. */
export function useColumns(): DealColumn[] {
  const { data } = useQuery(layoutQuery())
  return chooseColumns(data?.pages.list.columns ?? [])
}

/** Which columns the list has, and how close its rows stand. */
export function ListLook() {
  const { data: layout } = useQuery(layoutQuery())
  if (layout === undefined) return null
  const { columns, ...list } = layout.pages.list
  const shown = new Set(chooseColumns(columns).map(({ field }) => field))
  const change = (next: Parameters<typeof changeLayout>[0]): void => {
    changeLayout(next).catch((error: unknown) => notify(describeError(error).message))
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button no-print">
        Columns <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu max-h-[70vh] overflow-y-auto"
          align="end"
          sideOffset={4}
        >
          {COLUMNS.map(({ field, label }) => (
            <CheckItem
              key={field}
              label={label}
              isOn={shown.has(field)}
              onTurn={() => {
                const pages = {
                  ...layout.pages,
                  list: { ...list, columns: turnColumn(columns, field) },
                }
                change({ pages })
              }}
            />
          ))}
          <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
          <CheckItem
            label="More room between rows"
            isOn={layout.density === 'comfortable'}
            onTurn={() =>
              change({ density: layout.density === 'comfortable' ? 'compact' : 'comfortable' })
            }
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function CheckItem({ label, isOn, onTurn }: { label: string; isOn: boolean; onTurn: () => void }) {
  return (
    <DropdownMenu.CheckboxItem
      checked={isOn}
      onSelect={(event) => event.preventDefault()}
      onCheckedChange={onTurn}
    >
      <span aria-hidden="true" className="w-4">
        {isOn ? '✓' : ''}
      </span>
      {label}
    </DropdownMenu.CheckboxItem>
  )
}
