import { StoreFile } from '#features/catalogue/stores/store-file.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** Stores that come from a file, and the file they came from. */
export default function StoreFileRoute() {
  return (
    <>
      <PageHead
        title="Stores from a file"
        text="Many stores added or changed at once. Hours, areas, pictures and people are set at each store."
        back={{ to: '/stores', title: 'Stores' }}
      />
      <StoreFile />
    </>
  )
}
