export const HERON_USAGE = `assay import heron (--url URL | --folder DIR) [options]

Moves an account of Heron here: classes, rules, policies, funders, templates, deals with their files,
rows and corrections, and webhooks. Ends with a report of how far both sides agree.

  --url URL          Heron’s address; its key is in HERON_API_KEY
  --folder DIR       exported files instead of the API
  --state DIR        where it notes what is done, and writes the report (heron-import)
  --plan             counts and what needs a person; writes nothing
  --sample N         only the first N deals
  --since DAY        only deals and rows changed on this day or later
  --trust-labels     Heron’s categories win over ours
  --timezone ZONE    where a timestamp becomes a day (Heron’s setting, else America/New_York)
  --no-parity        without the report of both sides’ figures

SERVICE_API_KEY and SERVICE_API_URL name this service. A run that was interrupted goes on where it
ended. Exit code: 0 all is the same, 3 imported with differences, 4 partly failed, 2 wrong usage.
`
