import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { auditTable } from '#features/audit/table.ts'
import type { TableSource } from './source.ts'

/** The SQL of every table of the dashboard; one without does not compile. */
export const sources: { [Name in TableName]: TableSource<Name> } = {
  audit: auditTable,
}
