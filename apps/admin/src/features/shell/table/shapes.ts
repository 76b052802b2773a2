import { type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'

/** A table of the contract, without the names of its columns in the type. */
export function shapeOf(name: TableName): TableShape {
  return tables[name]
}
