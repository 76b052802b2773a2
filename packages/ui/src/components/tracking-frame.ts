/** The layout classes of the tracking screen, which the server's HTML and the screen's script share. */
export const tracking = {
  ground: 'fixed inset-x-0 top-0 mx-auto h-[52dvh] max-w-192',
  scroller:
    'pointer-events-none fixed inset-x-0 top-[calc(68px+var(--safe-top))] bottom-0 z-4 mx-auto max-w-192 overflow-y-auto overscroll-contain rounded-t-sheet [scrollbar-width:none]',
  gap: 'h-[calc(46dvh-68px-var(--safe-top))]',
  sheet:
    'pointer-events-auto relative min-h-[54dvh] rounded-t-sheet bg-bg px-4 pt-2.5 pb-[calc(24px+var(--safe-bottom))] shadow-3',
  grip: 'mx-auto mb-4 block h-[5px] w-9 rounded-full bg-control opacity-60',
  sentence: 'mb-1 text-heading font-normal',
}
