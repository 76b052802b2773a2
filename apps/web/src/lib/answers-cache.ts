/** The browser cache in which the service worker stores the answers of calls. */
export const answersCache = 'nukkad-answers'
