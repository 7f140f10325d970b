// A receiver in a process of its own: responds to every POST at once, never to those under /hang.
// Its parent sends a number; it sends `received` after so many more responses.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let wanted = Infinity

const server = createServer((request, response) => {
  request.resume()
  if (request.url!.startsWith('/hang')) return
  request.on('end', () => {
    response.writeHead(200, { 'content-length': '2' }).end('ok')
    wanted -= 1
    if (wanted === 0) process.send!('received')
  })
})
process.on('message', (count: number) => {
  wanted = count
  process.send!('counting')
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
