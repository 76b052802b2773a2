import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RESTART_AFTER_MS = 1000
const ASK_EVERY_MS = 50

/** The command that starts one process of the cluster. */
export type Command = {
  name: string
  program: string
  args: readonly string[]
  env?: Record<string, string>
  /**
   * The account that runs the process; by default, the current account. By a separate group, a firewall can distinguish
   * the process from others.
   */
  user?: { name: string; group?: number }
  /** The file for the output of the process. */
  log: string
  /** Returns whether the process is ready to work. */
  isReady: () => Promise<boolean>
  readyWithinMs?: number
  /** The milliseconds within which the process must stop, before it is killed. */
  stopWithinMs?: number
  /** Ends the child processes that remain after the process was killed. */
  killRest?: () => void
}

/** One process of the cluster. The process is started again when it ends, as a service manager does. */
export class Part {
  readonly name: string
  readonly #command: Command
  #child: ChildProcess | undefined
  #isWanted = false

  constructor(command: Command) {
    this.name = command.name
    this.#command = command
  }

  /** The id of the process. @throws Error when the process is not running */
  get pid(): number {
    if (!this.#child?.pid) throw new Error(`${this.name} does not run`)
    return this.#child.pid
  }

  /** Starts the process and waits until it is ready. */
  async start(): Promise<void> {
    if (!this.#isWanted) this.launch()
    await this.whenReady()
  }

  /** Starts the process without waiting until it is ready. */
  launch(): void {
    this.#isWanted = true
    this.#spawn()
  }

  async whenReady(): Promise<void> {
    const { isReady, readyWithinMs = 60_000, log } = this.#command
    for (
      const until = performance.now() + readyWithinMs;
      !(await isReady().catch(() => false));
      await sleep(ASK_EVERY_MS)
    )
      if (performance.now() > until) throw new Error(`${this.name} was not ready in time; its output is in ${log}`)
  }

  /** Kills the process with -9, like the loss of its machine. The process stays down until `start`. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Asks the process to end and waits until it has ended. The process stays down until `start`. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    this.#child = undefined
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      const late = setTimeout(() => child.kill('SIGKILL'), this.#command.stopWithinMs ?? 15_000)
      child.kill(signal)
      if (signal === 'SIGKILL') this.#command.killRest?.()
      await gone
      clearTimeout(late)
    }
    this.#command.killRest?.()
  }

  #spawn(): void {
    const { program, args, env = {}, user, log } = this.#command
    mkdirSync(dirname(log), { recursive: true })
    const output = openSync(log, 'a')
    // Linux ends the started process when the process that runs this script is killed, because a killed process cannot
    // end its children itself.
    const how = ['--pdeathsig=TERM']
    if (user && process.getuid?.() === 0)
      how.push(`--reuid=${user.name}`, `--regid=${user.group ?? user.name}`, '--init-groups')
    const child = spawn('setpriv', [...how, '--', program, ...args], {
      cwd: '/',
      // The started process is detached, so that Ctrl+C in a terminal reaches only this script, which stops the parts
      // in order.
      detached: true,
      env: { ...process.env, NUKKAD_RUNNER: '', ...env },
      // The standard input stays open, because Swift ends when it closes.
      stdio: ['pipe', output, output],
    })
    this.#child = child
    closeSync(output)
    child.stdin!.on('error', () => {})
    child.once('error', (error) => console.error(`  ✗ ${this.name}: ${error.message}`))
    child.once('exit', (code, signal) => {
      if (this.#child === child) void this.#restart(code, signal)
    })
  }

  async #restart(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    console.log(`  ! ${this.name} has ended (${signal ?? `exit code ${code}`}) and is started again`)
    await sleep(RESTART_AFTER_MS)
    if (this.#isWanted) this.#spawn()
  }
}
