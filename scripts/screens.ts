// `npm run screens` draws pictures of all screens. The code of the script is in the folder of the browser tests'
// helpers.
import '../e2e/screens.ts'
