import { Search } from 'lucide-react'

/** Renders a link that looks like a search field and opens the search screen. */
export function SearchLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} className="flex min-h-12.5 items-center gap-2.5 rounded-button bg-surface px-4 text-ink-2 hairline">
      <Search aria-hidden="true" className="size-5" />
      <span className="min-w-0 py-2">{label}</span>
    </a>
  )
}
