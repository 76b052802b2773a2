import { Button } from '@nukkad/ui/components/button.tsx'
import { Plus } from 'lucide-react'
import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'

/** Lists the static pages of the shop (U-15). */
export default function PagesRoute() {
  const go = useGo()
  return (
    <>
      <PageHead
        title="Pages"
        text="Pages such as terms, privacy policy and about us. The URL of a page is /pages/ followed by its address."
      >
        <Button size="small" onClick={() => go('/pages/new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New page
        </Button>
      </PageHead>
      <DataTable
        table="pages"
        onOpen={({ slug }) => go(`/pages/${slug}`)}
        empty={<p>No pages yet. Add the first page with “New page”.</p>}
      />
    </>
  )
}
