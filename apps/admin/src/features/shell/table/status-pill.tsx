import { Pill } from '@nukkad/ui/components/pill.tsx'
import { toneOf } from './status-tones.ts'

/** Shows a state: coloured by its meaning, with its text. A value that is no state appears as plain text. */
export function StatusPill({ value, label }: { value: string; label: string }) {
  const tone = toneOf(value)
  if (!tone) return <span className="whitespace-nowrap">{label}</span>
  return (
    <Pill variant={tone}>
      <span className="whitespace-nowrap">{label}</span>
    </Pill>
  )
}
