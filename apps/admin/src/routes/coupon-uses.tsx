import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

/** Lists the orders that used a coupon. */
export default function CouponUsesRoute() {
  return (
    <>
      <PageHead title="Uses of coupons" back={{ to: '/coupons', title: 'Coupons' }} />
      <DataTable table="coupon_uses" empty={<p>No order has used a coupon yet.</p>} />
    </>
  )
}
