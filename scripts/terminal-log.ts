import { pino } from 'pino'

/** The log of commands writes nothing, because each command prints its own errors. */
export const terminalLog = pino({ level: 'silent' })
