import { Agent, request } from 'undici'

/** A caller of one API with one key; the demo does what a user's program would do. */
export interface Client {
  get(path: string): Promise<ApiResponse>
  /** A response that is text for a reader. */
  text(path: string): Promise<string>
  post(path: string, body: object): Promise<ApiResponse>
  /** A body as it is, of this content type. */
  postText(path: string, type: string, body: string): Promise<ApiResponse>
  patch(path: string, body: object): Promise<ApiResponse>
  upload(path: string, file: { filename: string; bytes: Uint8Array }): Promise<ApiResponse>
  /** Data of server-sent events until the stream ends. */
  events(path: string): AsyncGenerator<Record<string, unknown>>
  close(): Promise<void>
}

export interface ApiResponse {
  status: number
  body: { data?: unknown; error?: { code: string; message: string } }
}

export function createClient(baseUrl: string, key: string): Client {
  const dispatcher = new Agent({ connections: 8 })
  const headers = { authorization: `Bearer ${key}` }
  const send = async (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    payload?: { type: string; body: string | Buffer },
  ): Promise<ApiResponse> => {
    const response = await request(baseUrl + path, {
      method,
      dispatcher,
      headers: payload ? { ...headers, 'content-type': payload.type } : headers,
      body: payload?.body ?? null,
    })
    return {
      status: response.statusCode,
      body: (await response.body.json()) as ApiResponse['body'],
    }
  }
  return {
    get: (path) => send('GET', path),
    text: async (path) => {
      const { statusCode, body } = await request(baseUrl + path, { dispatcher, headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${statusCode} ${text}`)
      return text
    },
    post: (path, body) =>
      send('POST', path, { type: 'application/json', body: JSON.stringify(body) }),
    postText: (path, type, body) => send('POST', path, { type, body }),
    patch: (path, body) =>
      send('PATCH', path, { type: 'application/json', body: JSON.stringify(body) }),
    upload: (path, file) => send('POST', path, buildForm(file)),
    events: (path) => readEvents({ url: baseUrl + path, headers, dispatcher }),
    close: () => dispatcher.destroy(),
  }
}

const BOUNDARY = '----assay-demo-7d1f0c52'

function buildForm({ filename, bytes }: { filename: string; bytes: Uint8Array }): {
  type: string
  body: Buffer
} {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(filename)}"\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  }
}

async function* readEvents(from: {
  url: string
  headers: Record<string, string>
  dispatcher: Agent
}): AsyncGenerator<Record<string, unknown>> {
  const { body } = await request(from.url, {
    headers: from.headers,
    dispatcher: from.dispatcher,
    bodyTimeout: 0,
  })
  let rest = ''
  for await (const chunk of body) {
    const frames = (rest + String(chunk)).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data !== undefined) yield JSON.parse(data) as Record<string, unknown>
    }
  }
}

/** The data of a response; throws what the service says when its status is another. */
export function expectData<Data>(response: ApiResponse, status: number): Data {
  if (response.status === status) return response.body.data as Data
  throw new Error(
    `${response.status} ${response.body.error?.code}: ${response.body.error?.message}`,
  )
}
