/** The event streams that this process has open. */
export const openStreams = { count: 0 }
