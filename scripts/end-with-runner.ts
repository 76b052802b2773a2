import { Socket } from 'node:net'

/** The file descriptor of the pipe from `run.mjs`. The pipe carries no data; it closes when the runner has ended. */
const RUNNER_PIPE = 3

/** Stops this process, as SIGTERM does, when the runner that started it ends, even if the runner was killed with -9. */
export function endWithRunner(): void {
  if (!process.env.NUKKAD_RUNNER) return
  const runner = new Socket({ fd: RUNNER_PIPE, readable: true, writable: false })
  runner.on('error', () => {})
  runner.on('close', () => process.kill(process.pid, 'SIGTERM'))
  runner.resume()
  runner.unref()
}
