import { lengthText } from '#features/bookings/reception/visit-texts.ts'
import { lengthsOf, type ServiceValues } from './salon-values.ts'

type Segments = ServiceValues['segments']

/** Draws the parts of a service in proportion: hands-on parts filled, parts in which the person is free hatched. */
export function SegmentBar({ segments, buffer = 0 }: { segments: Segments; buffer?: number }) {
  const { total, handsOn } = lengthsOf(segments)
  const free = total - handsOn
  return (
    <figure className="grid grid-cols-1 gap-1">
      <div aria-hidden="true" className="flex h-9 gap-px overflow-hidden rounded-badge">
        {segments.map(({ minutes, needs_stylist }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may be the same
            key={index}
            data-kind={needs_stylist ? 'hands-on' : 'free'}
            className="segment num"
            style={{ flexGrow: Number(minutes) || 0 }}
          >
            {Number(minutes) || ''}
          </span>
        ))}
        {buffer > 0 ? (
          <span data-kind="buffer" className="segment num" style={{ flexGrow: buffer }}>
            {buffer}
          </span>
        ) : null}
      </div>
      <figcaption className="text-small text-ink-2">
        {lengthText(total)} for the customer. Hands-on {lengthText(handsOn)}
        {free > 0 ? `, the person is free for ${lengthText(free)}` : ''}
        {buffer > 0 ? `, ${lengthText(buffer)} to clean up` : ''}.
      </figcaption>
    </figure>
  )
}
