import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { describeError, isMissing, keyed, queryClient } from '../../../data/queries.ts'
import { api, fetchWithToken } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'

/** The logo of the organization on its files: shown, replaced, taken away. */
export function Logo({ isOpen }: { isOpen: boolean }) {
  const logo = useQuery({
    queryKey: keyed('logo'),
    queryFn: () =>
      api.user.logo().catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })
  const run = (work: () => Promise<unknown>): void => {
    work()
      .then(() => queryClient.invalidateQueries({ queryKey: keyed('logo') }))
      .catch((error: unknown) => notify(describeError(error).message))
  }
  return (
    <div className="grid gap-2">
      <span className="label">Logo</span>
      {logo.data && <Picture key={logo.data.sha256} />}
      {isOpen && (
        <div className="flex gap-2">
          <label className="button has-[:focus-visible]:outline-2">
            {logo.data ? 'Replace the logo' : 'Add a logo'}
            <input
              type="file"
              accept=".png,.jpg,.jpeg,.webp,.svg"
              className="sr-only"
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file !== undefined)
                  run(() => api.user.uploadLogo({ file: { filename: file.name, content: file } }))
              }}
            />
          </label>
          {logo.data && (
            <button
              type="button"
              className="button"
              onClick={() => run(() => api.user.deleteLogo())}
            >
              Remove
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** Read with the token, which a picture's address does not carry. */
function Picture() {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    const read = async (): Promise<void> => {
      const response = await fetchWithToken('/v1/user/logo?download=true')
      if (!response.ok) return
      made = URL.createObjectURL(await response.blob())
      setUrl(made)
    }
    void read()
    return () => {
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [])
  return url === null ? null : (
    <img src={url} alt="Logo" className="max-h-16 max-w-[240px] bg-white p-1" />
  )
}
