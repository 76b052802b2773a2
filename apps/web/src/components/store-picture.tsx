import { Picture } from '@nukkad/ui/components/picture.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'

/** Shows a store's square picture of 56 px next to one of its orders, or the first letter of its name. */
export function StorePicture({ store }: { store: { id: number; name: string; image: string } }) {
  return (
    <span
      className={`relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-control ${groundFor(store.id)}`}
    >
      {store.image ? (
        <Picture
          path={store.image}
          alt=""
          width={56}
          height={56}
          sizes="112px"
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <span aria-hidden="true" className="title text-title">
          {store.name.slice(0, 1)}
        </span>
      )}
    </span>
  )
}
