import { percentile } from '../../../bench/timing.ts'
import { createCaller } from '../../context.ts'
import { hostileMails } from '../../hostile-mails.ts'
import type { Proof } from '../proof.ts'
import { inHouse } from '../stage.ts'

const MAILS = { full: 1_000, reduced: 10 }
/** How far each goes: levels, headers, receivers. */
const SIZE = { full: 10_000, reduced: 300 }
const ENDS = ['processed', 'failed', 'ignored']

/** Mails that are made to harm, handed over as a mail service does. */
export const hostileMailsProof: Proof = {
  name: 'hostile-mails',
  promise: 'No mail, whatever it is, breaks its reader or needs more than 512 MB',
  tries: 'hostile mails',
  prove: (trial) =>
    inHouse(
      async (house) => {
        const { live } = await house.tenant()
        await live.put('/v1/user/settings', { inbound_email_enabled: true })
        const { pathname } = new URL((await live.post('/v1/emails/hook')).body.data.url)
        const caller = createCaller(house.app, null)
        const headers = { 'content-type': 'message/rfc822' }
        const durations: number[] = []
        for (const raw of hostileMails(trial.random, trial.of(MAILS), trial.of(SIZE))) {
          trial.tried()
          const startMs = performance.now()
          const { status } = await caller.post(pathname, raw, { headers })
          durations.push(performance.now() - startMs)
          trial.hold(status === 200, `a mail of ${raw.length} bytes got ${status}`)
        }
        await house.settle(1_200_000)
        const { body } = await live.get('/v1/emails?limit=1000&include_total=true')
        trial.hold(body.meta.total_count === trial.counts.tried, 'a mail is not kept', 'lost')
        const open = body.data.filter((mail: any) => !ENDS.includes(mail.status))
        trial.hold(open.length === 0, `${open.length} mails have no end`, 'lost')
        const { killed } = house.house.sandbox.readers().ended
        trial.hold(killed === 0, `${killed} readers did not survive a mail`)
        trial.figures.push(`kept within ${percentile(durations, 0.95).toFixed(0)} ms (95 %)`)
        const failed = body.data.filter((mail: any) => mail.status === 'failed').length
        trial.figures.push(`${failed} of ${trial.counts.tried} are no mails`)
      },
      { PARSER_RSS_MB: '512' },
    ),
}
