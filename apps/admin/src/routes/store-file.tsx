import { PageHead } from '#components/page-head.tsx'
import { StoreFile } from '#features/catalogue/stores/store-file.tsx'

/** Exports and imports many stores as a file. */
export default function StoreFileRoute() {
  return (
    <>
      <PageHead
        title="Stores from a file"
        text="Add or change many stores together. Hours, areas, pictures and people are not part of the file. Set them on the page of each store."
        back={{ to: '/stores', title: 'Stores' }}
      />
      <StoreFile />
    </>
  )
}
