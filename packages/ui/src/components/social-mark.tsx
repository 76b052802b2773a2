/** Renders a plain WhatsApp mark for share buttons. The mark is a trademark of WhatsApp. */
export function WhatsappMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className="text-ok">
      <path d="M3.2 20.8 4.5 16a9 9 0 1 1 3.6 3.6z" stroke="currentColor" strokeWidth="1.9" strokeLinejoin="round" />
      <path
        d="M9.3 7.6c.3 0 .6.1.7.5l.6 1.5c.1.3 0 .6-.2.8l-.6.7c.8 1.5 1.8 2.5 3.3 3.2l.7-.7c.2-.2.5-.3.8-.2l1.5.7c.3.1.5.4.4.8-.2 1.3-1.4 2-2.6 1.7-3.2-.7-5.6-3.1-6.3-6.2-.3-1.3.5-2.7 1.7-2.8z"
        fill="currentColor"
      />
    </svg>
  )
}

export function FacebookMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="text-info">
      <circle cx="12" cy="12" r="10" fill="currentColor" />
      <path
        d="M13.2 21.9v-7h2.3l.4-2.7h-2.7v-1.7c0-.8.4-1.5 1.6-1.5H16V6.700c-.5-.1-1.1-.2-1.700-.2-2.300 0-3.700 1.400-3.700 3.800v1.900H8.200v2.700h2.400v7z"
        fill="var(--c-surface)"
      />
    </svg>
  )
}
