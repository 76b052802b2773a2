import { Pill } from '@nukkad/ui/components/pill.tsx'
import { Briefcase, House, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#lib/catalogue.ts'
import { tagText } from '#lib/tag-text.ts'
import type { Address } from '#stores/session.ts'

export function AddressRow({ address, end, note }: { address: Address; end?: ReactNode; note?: string }) {
  return (
    <div className={`flex items-center gap-3 py-3 ${note ? 'opacity-60' : ''}`}>
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-control bg-tint text-on-tint [&_svg]:size-5"
      >
        <TagIcon tag={address.tag} />
      </span>
      <span className="min-w-0 flex-1 text-start">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="max-w-full truncate font-650">{tagText(address.tag)}</span>
          {address.is_default === 1 ? <Pill variant="ok">{t('addressDefault')}</Pill> : null}
        </span>
        <span dir="auto" className="line-clamp-2 text-small text-ink-2">
          {[address.house, address.address].filter(Boolean).join(', ')}
        </span>
        {note ? <span className="block text-small font-medium text-error">{note}</span> : null}
      </span>
      {end}
    </div>
  )
}

function TagIcon({ tag }: { tag: string | null }) {
  if (tag === 'Home') return <House />
  if (tag === 'Work') return <Briefcase />
  return <MapPin />
}
