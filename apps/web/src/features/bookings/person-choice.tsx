import { Sparkles } from 'lucide-react'
import { useId } from 'react'
import { t } from '#lib/catalogue.ts'
import { tenths } from '#lib/locale.ts'
import type { Salon } from '#lib/visits.ts'
import type { ChosenService } from './chosen-services.ts'
import { Face } from './face.tsx'

type PersonChoiceProps = {
  chosen: ChosenService
  people: Salon['stylists']
  /** Whether the visit has other services too, so that the title must name the service for which a person is chosen. */
  isOneOfSeveral: boolean
  onChoose: (stylistId: number | null) => void
}

/** Lets the customer choose who does a service: anyone, or one of the people who can do it. */
export function PersonChoice({ chosen, people, isOneOfSeveral, onChoose }: PersonChoiceProps) {
  const { service, stylistId } = chosen
  const able = people.filter(({ id }) => service.stylists.some((one) => one.id === id))
  const title = isOneOfSeveral ? t('bookPersonFor', { service: service.name }) : t('bookPerson')
  const radios = useId()
  if (able.length === 0) return null
  const rows = [{ id: null, name: t('bookAnyone'), image: null, rating: null }, ...able]
  return (
    <section className="mt-5">
      <h2 className="title px-4 text-section">{title}</h2>
      <div
        role="radiogroup"
        aria-label={title}
        className="mt-2 flex gap-2 overflow-x-auto px-4 py-2 [scrollbar-width:none]"
      >
        {rows.map(({ id, name, image, rating }) => (
          <label key={id} className="person press flex flex-col items-center">
            <input
              type="radio"
              name={radios}
              className="sr-only"
              checked={stylistId === id}
              onChange={() => onChoose(id)}
            />
            {id === null ? (
              <span aria-hidden="true" className="face ground-2 [&_svg]:size-6">
                <Sparkles />
              </span>
            ) : (
              <Face name={name} image={image} />
            )}
            <span dir="auto" className="mt-1.5 block max-w-full truncate text-label">
              {name}
            </span>
            {id === null ? <span className="block text-small text-ink-2">{t('bookSoonest')}</span> : null}
            {rating === null ? null : <span className="num block text-small text-ink-2">{tenths(rating)}</span>}
          </label>
        ))}
      </div>
    </section>
  )
}
