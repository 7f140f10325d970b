import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../../data/scopes.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { Code } from '../../../parts/records/code.tsx'
import { readSetUps } from './set-ups.ts'

/** How programs with a language model are let in, and who has been. */
export function Agents() {
  const can = useCan()
  const setUps = useQuery({
    queryKey: ['set-ups'],
    queryFn: async () => readSetUps(await readPage(), location.origin),
    staleTime: Infinity,
  })
  return (
    <div className="grid gap-4">
      <Panel title="Address for agents" note={<a href="/docs/agents">All tools</a>}>
        <div className="grid gap-3">
          <p className="max-w-[72ch]">
            An agent sees what its key sees, so a key of the test mode is the place to begin.
            Programs that sign people in need no key: a person consents in the browser.
          </p>
          <Code label="Address" text={`${location.origin}/mcp`} />
          <p className="flex flex-wrap gap-x-6 gap-y-2">
            {can('keys:write') && (
              <Link to="/developers/keys" search={{ new: '1' }}>
                Create a key
              </Link>
            )}
            <a href="/account/apps">Connected programs</a>
          </p>
        </div>
      </Panel>
      <Loading query={setUps} height={320}>
        {(list) => (
          <div className="grid gap-4 lg:grid-cols-2">
            {list.map(({ name, place, text }) => (
              <Panel key={name} title={name.charAt(0).toUpperCase() + name.slice(1)} note={place}>
                <Code label={`Set-up of ${name}`} text={text} />
              </Panel>
            ))}
          </div>
        )}
      </Loading>
    </div>
  )
}

async function readPage(): Promise<string> {
  const response = await fetch('/docs/agents.md')
  if (!response.ok) throw new Error(`The page about agents was not found (${response.status}).`)
  return response.text()
}
