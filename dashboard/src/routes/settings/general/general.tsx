import { useQuery } from '@tanstack/react-query'
import type { UserSettings } from '../../../../../clients/typescript/src/index.ts'
import { readMode } from '../../../data/session.ts'
import { useCan } from '../../../data/scopes.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { settingsQuery } from '../settings-query.ts'
import { Logo } from './logo.tsx'
import { SettingField } from './setting-field.tsx'
import { SETTING_GROUPS } from './setting-list.ts'

/** Every setting of the mode; each is kept as it is changed, and can be taken back. */
export function GeneralSettings() {
  const settings = useQuery(settingsQuery())
  const can = useCan()
  return (
    <Guarded scope="settings:read">
      <p className="meta mb-3">
        Of the {readMode()} mode.{' '}
        {can('settings:write')
          ? 'Each change is kept at once, with who made it, under Changes.'
          : 'Administrators can change them; your role shows them.'}
      </p>
      <Loading query={settings} height={420}>
        {(data) => <Groups settings={data} />}
      </Loading>
    </Guarded>
  )
}

function Groups({ settings }: { settings: UserSettings }) {
  const can = useCan()
  const isOpen = can('settings:write')
  return (
    <div className="gap-4 lg:columns-2">
      {SETTING_GROUPS.map(({ title, settings: list }) => (
        <div key={title} className="mb-4 break-inside-avoid">
          <Panel title={title}>
            <div className="grid gap-4">
              {list.map((setting) => (
                <SettingField
                  key={`${setting.key}.${setting.part ?? ''}`}
                  setting={setting}
                  settings={settings}
                  isOpen={isOpen}
                />
              ))}
              {title === 'Brand' && <Logo isOpen={isOpen} />}
            </div>
          </Panel>
        </div>
      ))}
    </div>
  )
}
