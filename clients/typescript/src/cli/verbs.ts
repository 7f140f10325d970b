import { applyConfig } from './config/apply.ts'
import { exportConfig } from './config/export.ts'
import { exportDeal } from './export-deal.ts'
import { listen } from './listen.ts'
import { login, logout } from './login.ts'
import { tailLogs } from './logs.ts'
import { trigger } from './trigger.ts'
import { upload } from './upload.ts'

export interface Verb {
  /** One word or two. */
  name: string
  usage: string
  summary: string
  run: (args: readonly string[]) => Promise<void>
}

/** Everything that `assay` can do; another verb is another line. */
export const VERBS: readonly Verb[] = [
  { name: 'login', usage: 'login [--no-browser] [--scope LIST]', summary: 'sign in with a browser', run: login },
  { name: 'logout', usage: 'logout', summary: 'forget the sign-in', run: logout },
  { name: 'upload', usage: 'upload FILES… --deal NAME [--wait] [--json]', summary: 'upload files; wait for the scorecard', run: upload },
  { name: 'export', usage: 'export DEAL [--out FILE]', summary: 'save a deal with its files as a ZIP', run: exportDeal },
  { name: 'listen', usage: 'listen [--forward-to URL] [--events LIST] [--for SECONDS]', summary: 'print events, and forward them signed', run: listen },
  { name: 'trigger', usage: 'trigger EVENT [--deal DEAL]', summary: 'let an event happen in the test mode', run: trigger },
  { name: 'logs tail', usage: 'logs tail [--errors] [--for SECONDS]', summary: 'print requests as they come', run: tailLogs },
  { name: 'config export', usage: 'config export DIR', summary: 'write the configuration as files', run: exportConfig },
  { name: 'config apply', usage: 'config apply DIR [--yes] [--prune]', summary: 'show what would change; --yes changes it', run: applyConfig },
] // prettier-ignore
