/** A named view of a table: search, filters, order and columns. */
export type View = { name: string; search: Readonly<Record<string, string>>; columns: readonly string[] }

type Place = { personId: number; table: string }

const keyOf = ({ personId, table }: Place) => `dashboardViews:${personId}:${table}`

/** Returns the views that a person has saved for a table; none if the stored JSON cannot be read. */
export function readViews(place: Place): readonly View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

export function keepViews(place: Place, views: readonly View[]): void {
  localStorage.setItem(keyOf(place), JSON.stringify(views))
}

function isView(value: unknown): value is View {
  const { name, search, columns } = (value ?? {}) as Partial<View>
  const isText = (one: unknown) => typeof one === 'string'
  return isText(name) && Object.values(search ?? { none: 0 }).every(isText) && Boolean(columns?.every?.(isText))
}
