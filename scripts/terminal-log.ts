import { pino } from 'pino'

/** A log that writes nothing, for commands, because each command prints its own errors. */
export const terminalLog = pino({ level: 'silent' })
