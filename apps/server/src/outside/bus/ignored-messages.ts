/**
 * The number of NATS messages that this process did not understand since its start. Another release may have sent them.
 */
export const ignoredMessages = { count: 0 }
