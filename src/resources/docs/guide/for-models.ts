import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readChangelog } from './changelog.ts'
import { PAGES, PARTS, readHead } from './pages.ts'

/** The list of pages for language models (llmstxt.org). */
export function llmsText(publicUrl: string): string {
  const parts = PARTS.map(({ name, pages }) => {
    const lines = pages.map(
      (page) => `- [${page.title}](${publicUrl}/docs/${page.name}.md): ${page.summary}`,
    )
    return `## ${name}\n\n${lines.join('\n')}`
  })
  return `# Assay

> Self-hosted underwriting analytics: bank statements in, reconciled transactions and defensible
> numbers out. One API, with clients in TypeScript, Python and Go and tools for agents.

${parts.join('\n\n')}

## For programs

- [OpenAPI 3.1](${publicUrl}/openapi.json): every operation with its fields, errors and examples
- [Errors](${publicUrl}/docs/errors): every code with its cause and what to do
- [Agents](${publicUrl}/docs/agents.md): the Model Context Protocol at ${publicUrl}/mcp
- [Skills](${publicUrl}/.well-known/agent-skills/index.json): instructions for agents
- [Changelog](${publicUrl}/docs/changelog.md)
- [Everything above on one page](${publicUrl}/llms-full.txt)
`
}

/** All pages on one. */
export function llmsFullText(publicUrl: string): string {
  const pages = PAGES.map((page) => pageSource(page.name, publicUrl)!)
  return [llmsText(publicUrl), ...pages].join('\n---\n\n')
}

const BASE = 'http://localhost:3100'
const AGENTS = new URL('../../../../docs/agents.md', import.meta.url)

/** A page as Markdown; null when there is none of this name. */
export function pageSource(name: string, publicUrl: string): string | null {
  if (name === 'changelog') return readChangelog()
  if (name === 'agents') return readFileSync(AGENTS, 'utf8').replaceAll(BASE, publicUrl)
  const page = PAGES.find((one) => one.name === name)
  if (!page) return null
  const text = page.text.replaceAll(/\]\(([a-z-]+)\.md/g, `](${publicUrl}/docs/$1.md`)
  return `# ${page.title}\n\n${page.summary}\n\n${text.replaceAll(BASE, publicUrl)}`
}

const SKILLS = new URL('../../../../docs/guide/skills/', import.meta.url)

/** The instructions for agents by their names. */
export const SKILL_NAMES: readonly string[] = globSync('*.md', { cwd: SKILLS })
  .map((file) => file.slice(0, -'.md'.length))
  .toSorted()

/** Instructions for an agent, as the file that they are published as. */
export function skillSource(name: string, publicUrl: string): string {
  return readFileSync(new URL(`${name}.md`, SKILLS), 'utf8').replaceAll(BASE, publicUrl)
}

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** The index by which agents find the skills of a host (Agent Skills Discovery 0.2). */
export function skillIndex(publicUrl: string): string {
  const skills = SKILL_NAMES.map((name) => {
    const text = skillSource(name, publicUrl)
    const { head } = readHead(text)
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
    const url = `/.well-known/agent-skills/${name}/SKILL.md`
    return { name, type: 'skill-md', description: head.description, url, digest }
  })
  return JSON.stringify({ $schema: SCHEMA, skills }, null, 2)
}
