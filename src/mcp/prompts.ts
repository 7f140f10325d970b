import type { Session } from './session.ts'
import { isPage, read } from './calls/perform.ts'

interface PromptArgument {
  name: string
  description: string
  required: boolean
}

interface Prompt {
  name: string
  description: string
  arguments: readonly PromptArgument[]
  /** What the model is to do; `{name}` stands for an argument. */
  text: string
}

const DEAL: PromptArgument = {
  name: 'submission_id',
  description: 'The id of a deal, or your own external_id of it.',
  required: true,
}
const CITE =
  'Name the transactions or documents behind every number, and say where a number is not known.'

/** What a person can choose in a client, beyond the interface. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'underwrite_deal',
    description: 'A recommendation for a deal, with the evidence for it.',
    arguments: [DEAL],
    text:
      'Underwrite the deal {submission_id}. Read service_get_processing_status, then ' +
      'service_get_scorecard with include=["evidence"], service_get_risk_score, ' +
      'service_get_recurring, service_get_anomalies and service_evaluate_policy with ' +
      `persist=false. Recommend approve, decline or review, with three reasons. ${CITE}`,
  },
  {
    name: 'explain_decline',
    description: 'Why a deal was declined, in words for the applicant.',
    arguments: [DEAL],
    text:
      'Explain why the deal {submission_id} was declined. Read service_get_policy_history and ' +
      'service_get_risk_score. Write at most four specific reasons that the applicant can ' +
      `understand, each with its figure and its threshold; give no advice. ${CITE}`,
  },
  {
    name: 'draft_funder_email',
    description: 'An e-mail that presents a deal to a funder.',
    arguments: [DEAL, { name: 'funder', description: 'The name of the funder.', required: true }],
    text:
      'Draft an e-mail that presents the deal {submission_id} to {funder}: at most 150 words, ' +
      'with monthly true revenue, average daily balance, negative days, open advances and the ' +
      `paper grade from service_get_scorecard. No account numbers. Send nothing. ${CITE}`,
  },
  {
    name: 'design_workflow',
    description: 'A draft workflow for a goal, for a person to check and activate.',
    arguments: [{ name: 'goal', description: 'What the workflow is for.', required: true }],
    text:
      'Design a workflow for this goal: {goal}. Look at service_list_workflow_templates first; ' +
      'clone one that is close, or read service_list_node_types and call ' +
      'service_create_workflow. Show the graph as a list of steps. Leave it a draft: a person ' +
      'activates it.',
  },
]

const VALUES_MAX = 20

/** The text of a prompt; a sentence in place of it when something is missing. */
export function fillPrompt(
  { text, arguments: named }: Prompt,
  given: Readonly<Record<string, string>>,
): { text: string } | { fault: string } {
  const missing = named.find(({ name, required }) => required && !given[name]?.trim())
  if (missing !== undefined) return { fault: `${missing.name} is missing: ${missing.description}` }
  return { text: text.replace(/\{(\w+)\}/g, (_, name: string) => given[name]!.trim()) }
}

/** Ids of deals for what a person typed of their name; nothing is known of other arguments. */
export async function completeArgument(
  name: string,
  typed: string,
  session: Session,
): Promise<string[]> {
  if (name !== DEAL.name && name !== 'id') return []
  const search = typed.trim() === '' ? '' : `&q=${encodeURIComponent(typed.trim())}`
  const { status, body } = await read(session, `/v1/submissions?limit=${VALUES_MAX}${search}`)
  if (status >= 400 || !isPage(body) || !Array.isArray(body.data)) return []
  return body.data.map((deal) => (deal as { id: string }).id)
}
