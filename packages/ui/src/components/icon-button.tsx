import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type IconButtonProps = {
  /** The accessible name of the button; its icon is hidden from screen readers. */
  label: string
  variant?: 'boxed' | 'ghost' | 'glass' | 'fill'
  isRound?: boolean
  href?: string
  children: ReactNode
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'>

const variants = { boxed: 'bg-surface hairline', ghost: '', glass: 'glass', fill: 'bg-fill text-on' }

export function IconButton({
  label,
  variant = 'ghost',
  isRound,
  href,
  children,
  className,
  ...button
}: IconButtonProps) {
  const name = classNames(
    'press grid size-11 shrink-0 place-items-center disabled:opacity-45 [&_svg]:size-5',
    isRound ? 'rounded-full' : 'rounded-[14px]',
    variants[variant],
    className,
  )
  if (href) {
    return (
      <a href={href} aria-label={label} className={name}>
        {children}
      </a>
    )
  }
  return (
    <button type="button" aria-label={label} className={name} {...button}>
      {children}
    </button>
  )
}
