import { useState } from 'react'
import { Panel } from '../../../parts/page.tsx'
import { Code } from '../../../parts/records/code.tsx'

const SNIPPETS = {
  TypeScript: `import { webhooks } from 'assay-client'

// The raw body, before anything parses it.
const event = await webhooks.constructEvent(rawBody, request.headers, [process.env.ASSAY_WEBHOOK_SECRET])
if (event.type === 'submission.processed') console.log(event.data.id)`,
  Python: `from assay import webhooks

# The raw body, before anything parses it.
event = webhooks.construct_event(request.body, request.headers, [os.environ["ASSAY_WEBHOOK_SECRET"]])
if event["type"] == "submission.processed":
    print(event["data"]["id"])`,
  Go: `// The raw body, before anything parses it.
event, err := assay.ConstructEvent(body, request.Header, []string{os.Getenv("ASSAY_WEBHOOK_SECRET")}, nil)
if err == nil && event.Type == assay.EventSubmissionProcessed {
	fmt.Println(event.ID)
}`,
} as const

type Language = keyof typeof SNIPPETS

/** How a server of the reader checks that a delivery is from here. */
export function Verification() {
  const [language, setLanguage] = useState<Language>('TypeScript')
  return (
    <Panel
      title="Check the signature"
      note={<a href="/docs/webhooks">How it is made</a>}
      actions={
        <div className="flex gap-1" role="group" aria-label="Language">
          {(Object.keys(SNIPPETS) as Language[]).map((one) => (
            <button
              key={one}
              type="button"
              className="button"
              aria-pressed={one === language}
              onClick={() => setLanguage(one)}
            >
              {one}
            </button>
          ))}
        </div>
      }
    >
      <Code label={language} text={SNIPPETS[language]} />
    </Panel>
  )
}
