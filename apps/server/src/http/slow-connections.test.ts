import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'

const test = useTestApp({ isNoted: false })

/**
 * Sends `beginning` and then a byte a second; resolves with the server's answer and the seconds until the server closes
 * the connection.
 */
function dribble(port: number, beginning: string, byte: string): Promise<{ seconds: number; answer: string }> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
    const drip = setInterval(() => socket.write(byte), 1000)
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve({ seconds: (performance.now() - startedAt) / 1000, answer })
    })
  })
}

it('ends slow headers after 10 seconds and slow bodies after 15, even if the client keeps sending', async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as { port: number }
  const head = 'POST /public/api/get-settings HTTP/1.1\r\nhost: a\r\n'
  const body = (length: string) => `${head}content-type: application/json\r\n${length}\r\n\r\n`
  const form = `${head}content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000\r\n\r\n--b\r\n`
  const [headers, silent, plain, chunked, upload] = await Promise.all([
    dribble(port, head, 'x'),
    dribble(port, '', ''),
    dribble(port, body('content-length: 9000'), ' '),
    dribble(port, body('transfer-encoding: chunked'), '1\r\n \r\n'),
    dribble(port, form, 'x'),
  ])
  // By default, Node checks connections only every 30 s, which would be too late for these limits. The upper bounds of
  // the expected times leave room for a busy machine.
  for (const { seconds } of [headers!, silent!]) {
    expect(seconds).toBeGreaterThan(9.5)
    expect(seconds).toBeLessThan(14.5)
  }
  for (const { seconds } of [plain!, chunked!, upload!]) {
    expect(seconds).toBeGreaterThan(14.5)
    expect(seconds).toBeLessThan(20)
  }
  expect(headers!.answer).toContain('408')
}, 60_000)
