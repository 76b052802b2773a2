type Page<Row> = {
  current_page: number
  data: Row[]
  first_page_url: string
  from: number | null
  last_page: number
  last_page_url: string
  next_page_url: string | null
  path: string
  per_page: number
  prev_page_url: string | null
  to: number | null
  total: number
}

/**
 * Returns one page of a list in the form that clients know (GAP-15): they fetch the next page from the URL in this
 * page.
 * @param path absolute URL of the call, without a query
 */
export function paginate<Row>(
  data: Row[],
  { page, perPage, total, path }: { page: number; perPage: number; total: number; path: string },
): Page<Row> {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const url = (number: number): string => `${path}?page=${number}`
  const first = (page - 1) * perPage + 1
  return {
    current_page: page,
    data,
    first_page_url: url(1),
    from: data.length > 0 ? first : null,
    last_page: lastPage,
    last_page_url: url(lastPage),
    next_page_url: page < lastPage ? url(page + 1) : null,
    path,
    per_page: perPage,
    prev_page_url: page > 1 ? url(page - 1) : null,
    to: data.length > 0 ? first + data.length - 1 : null,
    total,
  }
}
