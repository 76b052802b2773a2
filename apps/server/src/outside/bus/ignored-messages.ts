/**
 * The number of NATS messages that this process did not understand since its start, for example because another release
 * sent them.
 */
export const ignoredMessages = { count: 0 }
