/**
 * The options of a test that looks at screens again in one more width, colour or language. `npm test` leaves such tests
 * out, and `npm run prove` runs them (playwright.config.ts).
 */
export const whole = { tag: '@whole' }

/** Returns the options of a test that `npm run prove` runs, and `npm test` too if `isShort`. */
export const wholeUnless = (isShort: boolean): { tag?: string } => (isShort ? {} : whole)
