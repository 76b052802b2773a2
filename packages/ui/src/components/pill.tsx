import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const variants = {
  ok: 'bg-ok-tint text-ok',
  gold: 'bg-gold-tint text-gold-ink',
  brand: 'bg-tint text-on-tint',
  error: 'bg-error-tint text-error',
  info: 'bg-info-tint text-info',
  plain: 'bg-sunken text-ink-2',
}

export type PillVariant = keyof typeof variants

export function Pill({ variant = 'brand', children }: { variant?: PillVariant; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'num inline-flex min-h-6 max-w-full shrink-0 items-center gap-1 rounded-badge px-2 text-micro [&_svg]:size-3.5',
        variants[variant],
      )}
    >
      {children}
    </span>
  )
}

type ChipProps = { isOn?: boolean; children: ReactNode } & ButtonHTMLAttributes<HTMLButtonElement>

export function Chip({ isOn, children, className, ...button }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classNames(
        'press reach inline-flex min-h-9 items-center justify-center gap-1.5 rounded-full px-3.5 text-label whitespace-nowrap disabled:opacity-45 [&_svg]:size-4',
        isOn ? 'bg-ink text-bg' : 'bg-surface text-ink hairline',
        className,
      )}
      {...button}
    >
      {children}
    </button>
  )
}
