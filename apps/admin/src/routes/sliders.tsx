import { Button } from '@nukkad/ui/components/button.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { SliderForm } from '#features/storefront/sliders/slider-form.tsx'
import { useGo } from '#lib/go.ts'

/** Lists the picture sliders of the home page (U-16). */
export default function SlidersRoute() {
  const [isNew, setNew] = useState(false)
  const go = useGo()
  return (
    <>
      <PageHead
        title="Sliders"
        text="Pictures on the home page that link to a page, a store or an item. The top of the home page shows the first slider that is on. Each position in the store list shows its first slider."
      >
        <Button size="small" onClick={() => setNew(true)}>
          <Plus aria-hidden="true" className="size-4.5" />
          New slider
        </Button>
      </PageHead>
      <DataTable
        table="promo_sliders"
        onOpen={({ id }) => go(`/sliders/${id}`)}
        empty={<p>No sliders yet. Add the first slider with “New slider”.</p>}
      />
      <Panel isOpen={isNew} onClose={() => setNew(false)} title="New slider">
        <SliderForm slider={null} onDone={({ id }) => go(`/sliders/${id}`)} />
      </Panel>
    </>
  )
}
