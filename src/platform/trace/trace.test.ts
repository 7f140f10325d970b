import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { useReceiver } from '../../../test/fakes/receiver.ts'
import { createLog } from '../log.ts'
import { continueTrace, formatTraceparent, parseTraceparent } from './trace.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const SPAN_ID = 'b7ad6b7169203331'
const GIVEN = `00-${TRACE_ID}-${SPAN_ID}-01`

/** What these tests read of a line of the log. */
interface Line {
  msg: string
  trace_id?: string
  job?: string
  request_id?: string
}

/** What W3C Trace Context refuses, and what is no header of the kind. */
const MALFORMED: unknown[] = [
  undefined,
  '',
  ['00', TRACE_ID],
  `ff${GIVEN.slice(2)}`,
  GIVEN.toUpperCase(),
  `${GIVEN}-more`,
  `${GIVEN}, ${GIVEN}`,
  ` ${GIVEN}`,
  GIVEN.slice(0, -1),
  `00-${TRACE_ID}-${SPAN_ID}`,
  `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
  `00-${TRACE_ID.replace('a', 'g')}-${SPAN_ID}-01`,
]

describe('a header traceparent', () => {
  test('is taken as it is, and what a later version adds is left', () => {
    const trace = { traceId: TRACE_ID, spanId: SPAN_ID, flags: '01' }
    assert.deepEqual(parseTraceparent(GIVEN), trace)
    assert.deepEqual(parseTraceparent(`cc${GIVEN.slice(2)}-what-comes`), trace)
    assert.equal(formatTraceparent(trace), GIVEN)
  })

  test('keeps the flags that are known', () => {
    const flagsIn = (flags: string): unknown => parseTraceparent(GIVEN.slice(0, -2) + flags)?.flags
    assert.deepEqual(['00', '01', '02', 'ff'].map(flagsIn), ['00', '01', '02', '03'])
  })

  test('that is malformed begins a new trace, whose id follows from that of the request', () => {
    const id = 'req_0193a2f45c1e7b529d7e2f6a4c1d8e90'
    for (const header of MALFORMED) {
      assert.equal(parseTraceparent(header), null, String(header))
      assert.deepEqual(continueTrace(header, id), {
        traceId: '0193a2f45c1e7b529d7e2f6a4c1d8e90',
        spanId: '9d7e2f6a4c1d8e90',
        flags: '00',
      })
    }
  })
})

describe('the trace of a request', () => {
  const lines: Line[] = []
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) })
  const house = useTestHouse({}, { log })
  const receiver = useReceiver()

  /** Creates a submission over a real connection, and returns what its events were delivered with. */
  async function deliverCaused(traceparent: string): Promise<string[]> {
    const { test: caller, testKey } = await house.tenant()
    const events = ['submission.created']
    await caller.post('/v1/webhooks', { url: receiver.url, events })
    const url = house.app.server.listening
      ? house.app.listeningOrigin
      : await house.app.listen({ port: 0, host: '127.0.0.1' })
    const before = receiver.received.length
    const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/v1/submissions`, {
      method: 'POST',
      headers: { ...headers, traceparent },
      body: JSON.stringify({ name: 'Traced' }),
    })
    assert.equal(response.status, 201)
    await house.settle()
    const requestId = response.headers.get('x-request-id')!
    const sent = receiver.received.slice(before).map(({ headers: own }) => own['traceparent'])
    return [requestId, ...(sent as string[])]
  }

  test('reaches the delivery that it causes, and every line that is logged on the way', async () => {
    lines.length = 0
    const [requestId, ...sent] = await deliverCaused(GIVEN)
    assert.equal(sent.length, 1)
    const [version, traceId, spanId, flags] = sent[0]!.split('-')
    assert.deepEqual([version, traceId, flags], ['00', TRACE_ID, '01'])
    assert.notEqual(spanId, SPAN_ID)
    const traced = lines.filter((line) => line.trace_id === TRACE_ID)
    const names = traced.map(({ msg, job, request_id: id }) => `${msg} ${job ?? id!}`)
    assert.deepEqual(
      new Set(names),
      new Set(['job done deliver-webhook', 'job done dispatch-event', `request ${requestId}`]),
    )
    assert.equal(names.length, 3)
  })

  test('is a new one after a malformed header, with the digits of the request id', async () => {
    const [requestId, ...sent] = await deliverCaused('00-nothing-01')
    assert.equal(sent.length, 1)
    assert.equal(`req_${sent[0]!.split('-')[1]}`, requestId)
  })

  test('is kept in the delivery as it was sent', async () => {
    const { test: caller } = await house.tenant()
    const { body } = await caller.post('/v1/webhooks', {
      url: receiver.url,
      events: ['submission.created'],
    })
    await caller.post('/v1/submissions', { name: 'Traced' }, { headers: { traceparent: GIVEN } })
    await house.settle()
    const { data } = (await caller.get(`/v1/webhooks/${body.data.id}/deliveries`)).body
    const sent = receiver.received.at(-1)!.headers['traceparent']
    assert.ok(sent)
    assert.equal(data[0].request.headers.traceparent, sent)
  })
})
