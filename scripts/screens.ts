// `npm run screens` draws pictures of all screens. The code is with the helpers of the browser tests.
import '../e2e/screens.ts'
