/** Event streams that this process holds open. */
export const openStreams = { count: 0 }
