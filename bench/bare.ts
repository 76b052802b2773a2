import { createServer } from 'node:http'

/**
 * The lower bound for the time of a start and for memory: a server with only `node:http`, which answers `{}`.
 * Environment: PORT.
 */
createServer((incoming, answer) => {
  incoming.resume()
  incoming.on('end', () => answer.setHeader('content-type', 'application/json; charset=utf-8').end('{}'))
}).listen(Number(process.env.PORT), '127.0.0.1')
