import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type Variant = 'fill' | 'tint' | 'outline' | 'plain' | 'danger' | 'chat'

type ButtonProps = {
  variant?: Variant
  size?: 'large' | 'small'
  isBlock?: boolean
  /**
   * Shows a ring in the button and ignores further presses. The button's label stays, so that the layout does not move.
   */
  isBusy?: boolean
  /** The URL to which the button leads. With a URL, the component renders a link that looks like a button. */
  href?: string
  isExternal?: boolean
  /** The function that the component calls when the person follows the link. */
  onFollow?: () => void
  children: ReactNode
} & ButtonHTMLAttributes<HTMLButtonElement>

const variants: Record<Variant, string> = {
  fill: 'bg-fill text-on',
  tint: 'bg-tint text-on-tint',
  outline: 'bg-surface text-ink outlined',
  plain: 'text-brand',
  danger: 'bg-error-fill text-white',
  chat: 'bg-chat text-white',
}

const sizes = { large: 'min-h-13 px-5 text-heading rounded-button', small: 'min-h-11 px-4 text-body rounded-control' }

export function Button({
  variant = 'fill',
  size = 'large',
  isBlock,
  isBusy,
  href,
  isExternal,
  onFollow,
  ...rest
}: ButtonProps) {
  const { children, className, disabled, ...button } = rest
  const isOff = disabled || isBusy
  const name = classNames(
    'press inline-flex items-center justify-center gap-2 text-center font-650 select-none',
    sizes[size],
    variants[variant],
    isBlock && 'w-full',
    disabled && 'opacity-45',
    className,
  )
  if (href && !isOff) {
    const outside = isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {}
    return (
      <a href={href} className={name} onClick={onFollow} {...outside}>
        {children}
      </a>
    )
  }
  return (
    <button type="button" className={name} disabled={isOff} aria-busy={isBusy || undefined} {...button}>
      {isBusy ? <Spinner /> : null}
      {children}
    </button>
  )
}

function Spinner() {
  return (
    <svg className="spin size-4.5 shrink-0" viewBox="0 0 18 18" fill="none" aria-hidden="true">
      <circle cx="9" cy="9" r="7.5" stroke="currentColor" strokeOpacity=".3" strokeWidth="2.5" />
      <path d="M16.5 9A7.5 7.5 0 0 0 9 1.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
