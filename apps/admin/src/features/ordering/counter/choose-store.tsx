import { useChosenStore } from '#lib/chosen-store.ts'
import { useMember } from '#lib/session.ts'

/** Asks an owner of several stores which one a counter page is about. */
export function ChooseStore() {
  const { stores } = useMember()
  const [, choose] = useChosenStore()
  return (
    <section aria-labelledby="which-store">
      <h2 id="which-store" className="mb-3 text-heading">
        Which store?
      </h2>
      <ul className="card divide-y divide-line">
        {stores.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className="min-h-14 w-full px-4 text-start text-label"
              onClick={() => choose(String(id))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
