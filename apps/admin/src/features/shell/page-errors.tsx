import { Button } from '@nukkad/ui/components/button.tsx'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Shows that a page does not exist, within the frame, so that the side bar stays usable. */
export function Unknown() {
  return (
    <PageError as="div" title="Page not found" text="The page may have moved, or its address is misspelt.">
      <Link to="/" className="text-brand underline">
        Go home
      </Link>
    </PageError>
  )
}

/** Shows that a page failed to load. A new release may have removed the page's script, and a reload fixes that. */
export function Broken({ error }: { error: unknown }) {
  const router = useRouter()
  console.error(error)
  return (
    <PageError title="This page could not be shown" text="Nothing was lost. Try again, or reload the page.">
      <div className="flex justify-center gap-2">
        <Button size="small" onClick={() => void router.invalidate()}>
          Try again
        </Button>
        <Button size="small" variant="outline" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </PageError>
  )
}

type PageErrorProps = { as?: 'main' | 'div'; title: string; text: string; children: ReactNode }

function PageError({ as: Part = 'main', title, text, children }: PageErrorProps) {
  return (
    <Part className="grid min-h-[60dvh] place-content-center gap-3 p-6 text-center">
      <h1 className="title text-section">{title}</h1>
      <p className="text-ink-2">{text}</p>
      {children}
    </Part>
  )
}
