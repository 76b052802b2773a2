// `npm run screens` draws pictures of all screens. The code is in the folder of the browser tests' helpers.
import '../e2e/screens.ts'
