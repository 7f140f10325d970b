import { queryOptions } from '@tanstack/react-query'
import type { UserUpdateSettingsParams } from '../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { notify } from '../../parts/toasts.tsx'

export const settingsQuery = () =>
  queryOptions({ queryKey: keyed('settings'), queryFn: () => api.user.settings() })

/** Changes settings at once; the line that reports it takes the change back. */
export async function changeSettings(
  next: UserUpdateSettingsParams,
  before: UserUpdateSettingsParams,
  label: string,
): Promise<void> {
  await putSettings(next)
  notify(`${label}: saved`, () => {
    putSettings(before).catch((error: unknown) => notify(describeError(error).message))
  })
}

async function putSettings(settings: UserUpdateSettingsParams): Promise<void> {
  const saved = await api.user.updateSettings(settings)
  queryClient.setQueryData(settingsQuery().queryKey, saved)
  await queryClient.invalidateQueries({ queryKey: keyed('settings', 'history') })
}
