import { pino } from 'pino'

/** The log of commands: nothing, because each says on its own what failed. */
export const terminalLog = pino({ level: 'silent' })
