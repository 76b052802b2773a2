import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

// From here on, Node stores the compiled code of all modules that it loads, so that the next start need not compile
// these modules. The data folder belongs to the server; Node's own folder for compiled code below /tmp is open to other
// system accounts, which could put code there. If Node cannot write the folder of compiled code, starts are slower, and
// nothing else changes.
enableCompileCache(join(resolve(process.env.DATA_DIR || '.data'), 'compile-cache'))
await import('#serve.ts')
