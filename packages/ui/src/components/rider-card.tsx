import { Bike, Phone, Star } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { Picture } from './picture.tsx'

type RiderCardProps = {
  rider: {
    name: string
    photo: string | null
    rating: string | null
    vehicle: string | null
    phone: string | null
  } | null
  findingText: string
  callLabel: string
}

export function RiderCard({ rider, findingText, callLabel }: RiderCardProps) {
  if (!rider) {
    return (
      <div className="flex items-center gap-3 rounded-card bg-surface p-3.5 hairline">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
          <Bike aria-hidden="true" className="size-6" />
        </span>
        <p className="text-ink-2">{findingText}</p>
      </div>
    )
  }
  const { name, photo, rating, vehicle, phone } = rider
  return (
    <div className="flex items-center gap-3 rounded-card bg-surface p-3.5 hairline">
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-full bg-[#ffe3b0] text-[#7a4b00]">
        {photo ? (
          <Picture path={photo} alt="" width={48} height={48} sizes="48px" className="size-12 object-cover" />
        ) : (
          <Bike aria-hidden="true" className="size-6" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-650">{name}</p>
        <p className="num flex items-center gap-1 text-small text-ink-2">
          {rating ? <Star aria-hidden="true" className="size-3.5 fill-gold stroke-gold" /> : null}
          {[rating, vehicle].filter(Boolean).join(', ')}
        </p>
      </div>
      {phone ? (
        <IconButton label={callLabel} variant="fill" href={`tel:${phone}`}>
          <Phone aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  )
}
