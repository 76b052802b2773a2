import { PageHead } from '#components/page-head.tsx'
import { StoreFile } from '#features/catalogue/stores/store-file.tsx'

/** Exports and imports many stores as a file. */
export default function StoreFileRoute() {
  return (
    <>
      <PageHead
        title="Stores from a file"
        text="Add or change many stores together. Set hours, areas, pictures and people on the page of each store, because they are not part of the file."
        back={{ to: '/stores', title: 'Stores' }}
      />
      <StoreFile />
    </>
  )
}
