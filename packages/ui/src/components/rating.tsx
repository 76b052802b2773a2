import { Star } from 'lucide-react'

/**
 * Renders a rating as a green chip with the score. Screen readers read the text `name`, such as "4.8 out of 5, 1,240
 * reviews".
 */
export function Rating({ score, name }: { score: string; name: string }) {
  return (
    <span className="num inline-flex min-h-6 min-w-11.5 shrink-0 items-center justify-center gap-0.5 rounded-badge bg-rating px-1.5 text-small font-bold text-white">
      <Star aria-hidden="true" className="size-3 fill-current" />
      <span aria-hidden="true">{score}</span>
      <span className="sr-only">{name}</span>
    </span>
  )
}
