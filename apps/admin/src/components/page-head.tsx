import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** The title of a page, which takes the focus when the page opens, and the page's actions. */
export function PageHead({
  title,
  text,
  back,
  children,
}: {
  title: string
  text?: ReactNode
  /** The page to go back to, with the search of its URL. */
  back?: { to: string; title: string; search?: Readonly<Record<string, string>> }
  children?: ReactNode
}) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Dashboard`
    ref.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-64">
        {back ? (
          <Link
            to={back.to}
            search={back.search as never}
            className="mb-1 inline-flex min-h-6 items-center gap-1 text-small text-brand"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {back.title}
          </Link>
        ) : null}
        <h1 ref={ref} tabIndex={-1} className="title text-title">
          {title}
        </h1>
        {text ? <p className="mt-1 text-ink-2">{text}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
    </div>
  )
}
