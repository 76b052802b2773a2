import { t } from '#lib/catalogue.ts'
import { closedText } from '#lib/store-summary.ts'

/** Shows, in place of the cart bar, that the store does not take orders now (D-05, D-06). */
export default function ClosedBanner({ store }: { store: Parameters<typeof closedText>[0] }) {
  const opensText = closedText(store)
  return (
    <div className="fixed inset-x-0 bottom-[calc(var(--safe-bottom)+10px)] z-19 mx-auto max-w-192 px-3">
      <div
        role="alert"
        data-foot
        className="shake flex min-h-15 items-center justify-center gap-2 rounded-card bg-error-tint px-4 text-center text-error shadow-2"
      >
        <span className="font-650">{t('notAcceptingOrdersMsg')}</span>
        {opensText ? <span className="text-small">{opensText}</span> : null}
      </div>
    </div>
  )
}
