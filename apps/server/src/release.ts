/**
 * The identifier of the running release: the first digits of the digest of its sources. `scripts/build-server.ts`
 * writes them into the bundle.
 */
export const release = 'sources'
