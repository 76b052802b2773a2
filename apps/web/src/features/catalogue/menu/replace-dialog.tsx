import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { REPLACE_DIALOG_HEIGHT_PX } from '@nukkad/ui/sizes.ts'
import { t } from '#lib/catalogue.ts'
import { answerReplacement, useCart } from '#stores/cart.ts'

/** Asks whether to replace the cart when a person adds an item of another store (E-06 to E-09). */
export function ReplaceDialog() {
  const { replacement, lines } = useCart()
  const store = lines[0]?.storeName
  return (
    <Dialog
      isOpen={replacement !== null}
      onClose={() => answerReplacement(false)}
      title={t('cartReplaceItemTitle')}
      height={REPLACE_DIALOG_HEIGHT_PX}
      actions={
        <>
          <Button variant="outline" onClick={() => answerReplacement(false)}>
            {t('cartReplaceItemActionNo')}
          </Button>
          <Button onClick={() => answerReplacement(true)}>{t('cartReplaceItemActionYes')}</Button>
        </>
      }
    >
      {store ? t('cartReplaceFrom', { store }) : t('cartReplaceItemSubTitle')}
    </Dialog>
  )
}
