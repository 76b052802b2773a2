import { routes } from '#http/calls.ts'
import { applyImport, previewImport, undoImport } from './run-import.ts'

export const menuImportRoutes = routes({
  'dashboard/menu-import/preview': async (context) => previewImport(context),
  'dashboard/menu-import/apply': async (context) => applyImport(context),
  'dashboard/menu-import/undo': async (context) => undoImport(context),
})
