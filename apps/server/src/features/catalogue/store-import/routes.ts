import { routes } from '#http/calls.ts'
import { applyStoreImport, previewStoreImport, undoStoreImport } from './run-import.ts'

export const storeImportRoutes = routes({
  'dashboard/store-import/preview': async (context) => previewStoreImport(context),
  'dashboard/store-import/apply': { write: applyStoreImport },
  'dashboard/store-import/undo': { write: undoStoreImport },
})
