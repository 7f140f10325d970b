import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { signOut, type Session } from '../data/session.ts'
import { chooseTheme, readTheme, type Theme } from './theme.ts'

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Who is signed in, in which organization, with the theme and the way out. */
export function UserMenu({ session }: { session: Session }) {
  const [theme, setTheme] = useState(readTheme)
  const { user, organizations, tenant_id } = session
  const tenant = organizations.find((one) => one.tenant_id === tenant_id)
  const change = (next: string): void => {
    chooseTheme(next as Theme)
    setTheme(next as Theme)
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button quiet">
        <span className="max-w-[160px] truncate">{tenant?.tenant_name ?? user.name}</span>
        <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Label className="px-2 py-1">
            <div className="font-semibold text-ink">{user.name}</div>
            <div className="meta">
              {user.email} · {tenant?.role}
            </div>
          </DropdownMenu.Label>
          <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
          <DropdownMenu.Item asChild>
            <a href="/organizations?next=/deals">Change the organization</a>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild>
            <a href="/account">Account</a>
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
          <DropdownMenu.Label className="label px-2 py-1">Theme</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={theme} onValueChange={change}>
            {THEMES.map(([value, label]) => (
              <DropdownMenu.RadioItem key={value} value={value}>
                <span aria-hidden="true" className="w-4">
                  {theme === value ? '✓' : ''}
                </span>
                {label}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
          <DropdownMenu.Item onSelect={() => void signOut()}>Sign out</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
