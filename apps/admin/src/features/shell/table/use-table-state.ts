import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { entryIsGivenBack } from '@nukkad/ui/history-layers.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'

export type TableQuery = { sort?: string; q?: string; filters: Record<string, string> }

export type TableState = {
  query: TableQuery
  page: number
  perPage: 25 | 50 | 100
  /** Whether the search or the filters exclude rows. */
  isNarrowed: boolean
  setSort: (sort: string) => void
  setText: (q: string) => void
  setFilter: (name: string, value: string) => void
  setPage: (page: number) => void
  setPerPage: (perPage: number) => void
  clear: () => void
  /** The search, filters, sort order and number of rows per page, as search parameters of the URL. */
  view: Readonly<Record<string, string>>
  show: (view: Readonly<Record<string, string>>) => void
}

/** Returns the table state of the URL; `fixed` filters override those of the URL. */
export function readAddress(
  shape: Pick<TableShape, 'filters'>,
  search: Readonly<Record<string, string | undefined>>,
  fixed: Readonly<Record<string, string>>,
) {
  const taken = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]] as const] : [])))
  const chosen = Object.keys(shape.filters).filter((name) => !(name in fixed))
  const own = taken(chosen)
  const known = ['q', 'sort', 'per', ...chosen]
  const query: TableQuery = {
    ...(search.sort && { sort: search.sort }),
    ...(search.q && { q: search.q }),
    filters: { ...own, ...fixed },
  }
  return {
    query,
    page: Math.max(1, Number(search.page) || 1),
    perPage: search.per === '50' ? 50 : search.per === '100' ? 100 : 25,
    isNarrowed: Object.keys(own).length > 0 || Boolean(search.q),
    view: taken(known),
    known,
    filtered: Object.keys(own),
  } as const
}

/** Reads the state of a table from the URL and writes it back, so that a link, a reload and Back show the same rows. */
export function useTableState(shape: TableShape, fixed: Readonly<Record<string, string>> = {}): TableState {
  const search = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  const change = async (changed: Record<string, string | undefined>) => {
    await entryIsGivenBack()
    await navigate({
      to: '.',
      search: (before: Record<string, string>) => ({ ...before, page: undefined, ...changed }) as never,
      replace: true,
      resetScroll: false,
    })
  }
  const { known, filtered, ...read } = readAddress(shape, search, fixed)
  return {
    ...read,
    setSort: (sort) => void change({ sort }),
    setText: (q) => void change({ q: q || undefined }),
    setFilter: (name, value) => void change({ [name]: value || undefined }),
    setPage: (page) => void change({ page: page > 1 ? String(page) : undefined }),
    setPerPage: (per) => void change({ per: per === 25 ? undefined : String(per) }),
    show: (next) => void change(Object.fromEntries(known.map((name) => [name, next[name]]))),
    clear: () => void change({ q: undefined, ...Object.fromEntries(filtered.map((name) => [name, undefined])) }),
  }
}
