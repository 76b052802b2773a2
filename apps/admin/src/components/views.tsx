import { classNames } from '@nukkad/ui/class-names.ts'
import { Link, useSearch } from '@tanstack/react-router'

type View = { title: string; search: Readonly<Record<string, string>> }

/** Links between the views of one list. The URL holds the current view under `param`. */
export function Views<Name extends string>({
  label,
  param,
  views,
}: {
  label: string
  param: string
  /** The views in the order of their links; if the URL names no view, the page shows the first one. */
  views: Readonly<Record<Name, View>>
}) {
  const value = (useSearch({ strict: false }) as Record<string, string | undefined>)[param]
  const all = Object.entries<View>(views)
  const [shown] = all.find(([, { search }]) => search[param] === value) ?? []
  return (
    <nav aria-label={label} className="mb-4 flex gap-1">
      {all.map(([name, { title, search }]) => (
        <Link
          key={name}
          to="."
          search={search as never}
          // Search parameters must match exactly, because only one view is current. By default the router also marks a
          // link whose parameters are only a part of the URL's.
          activeOptions={{ exact: true }}
          aria-current={name === shown ? 'page' : undefined}
          className={classNames(
            'flex min-h-11 items-center rounded-control px-4',
            name === shown ? 'bg-tint text-on-tint' : 'hover:bg-sunken',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
