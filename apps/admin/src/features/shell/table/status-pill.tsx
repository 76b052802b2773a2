import { Pill } from '@nukkad/ui/components/pill.tsx'
import { toneOf } from './status-tones.ts'

/** Shows a state with its text, coloured by its meaning. A value that is not a state appears as plain text. */
export function StatusPill({ value, label }: { value: string; label: string }) {
  const tone = toneOf(value)
  if (!tone) return <span className="whitespace-nowrap">{label}</span>
  return (
    <Pill variant={tone}>
      <span className="whitespace-nowrap">{label}</span>
    </Pill>
  )
}
