import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AddonPricing, type CartLine, cartSubtotal, lineUnitMinor, unitPrice } from './cart.ts'
import { type Currency, minorDigits, parseMoney, sum, wireMoney } from './money.ts'
import { type BillKey, isOrderAmount, missingForMinimum, type OrderToPrice, priceOrder } from './pricing.ts'

/** The order of the example in docs/reference/wire.md#worked-example. */
const example: OrderToPrice = {
  currency: 'INR',
  lines: [{ unitMinor: 15_000n, quantity: 2 }],
  coupon: { kind: 'PERCENTAGE', basisPoints: 1000, maxDiscountMinor: 2_500n },
  fulfilment: {
    type: 'DELIVERY',
    terms: { kind: 'DYNAMIC', baseMinor: 3_000n, baseDistanceKm: 5, extraMinor: 1_000n, extraDistanceKm: 1 },
    distanceKm: 6.2,
    roundUp: true,
  },
  storeChargeMinor: 1_500n,
  taxBasisPoints: 500,
  tipMinor: 2_000n,
  method: 'COD',
  usesWallet: true,
  wallet: { ownMinor: 4_000n, promotionMinor: 6_000n },
}

describe('priceOrder', () => {
  test('[GAP-11] the worked example: 368.60, of which the wallet pays 100', () => {
    expect(priceOrder(example)).toMatchObject({
      subtotalMinor: 30_000n,
      discountMinor: 2_500n,
      deliveryMinor: 4_200n,
      storeChargeMinor: 1_500n,
      taxMinor: 1_660n,
      tipMinor: 2_000n,
      totalMinor: 36_860n,
      walletMinor: 10_000n,
      payableMinor: 26_860n,
    })
  })

  test('[GAP-11] a collected order has no delivery charge and no tip: 304.50', () => {
    const quote = priceOrder({ ...example, fulfilment: { type: 'SELFPICKUP' }, usesWallet: false })
    expect(quote).toMatchObject({ deliveryMinor: 0n, tipMinor: 0n, totalMinor: 30_450n, payableMinor: 30_450n })
    expect(quote.bill.map(({ key }) => key)).toEqual(['itemTotal', 'coupon', 'storeCharge', 'tax', 'total', 'payable'])
  })

  test('the bill lists its rows in order, deductions negative', () => {
    expect(priceOrder(example).bill).toEqual([
      { key: 'itemTotal', amountMinor: 30_000n },
      { key: 'coupon', amountMinor: -2_500n },
      { key: 'delivery', amountMinor: 4_200n },
      { key: 'storeCharge', amountMinor: 1_500n },
      { key: 'tax', amountMinor: 1_660n },
      { key: 'tip', amountMinor: 2_000n },
      { key: 'total', amountMinor: 36_860n },
      { key: 'wallet', amountMinor: -10_000n },
      { key: 'payable', amountMinor: 26_860n },
    ])
  })

  test('empty rows are left out, lines have their own discount, tax rounds half up', () => {
    const plain = { ...example, coupon: null, storeChargeMinor: 0n, taxBasisPoints: 0, tipMinor: 0n, usesWallet: false }
    expect(priceOrder(plain).bill.map(({ key }) => key)).toEqual(['itemTotal', 'delivery', 'total', 'payable'])
    const lines = [
      { unitMinor: 100n, quantity: 1 },
      { unitMinor: 50n, quantity: 4 },
    ]
    expect(priceOrder({ ...example, lines, coupon: { kind: 'AMOUNT', amountMinor: 100n } }).lines).toEqual([
      { totalMinor: 100n, discountMinor: 33n, netMinor: 67n },
      { totalMinor: 200n, discountMinor: 67n, netMinor: 133n },
    ])
    const taxed = { ...plain, fulfilment: { type: 'SELFPICKUP' as const }, taxBasisPoints: 500 }
    const taxOn = (unitMinor: bigint) => priceOrder({ ...taxed, lines: [{ unitMinor, quantity: 1 }] }).taxMinor
    expect([9n, 10n, 29n, 30n].map(taxOn)).toEqual([0n, 1n, 1n, 2n])
  })

  test('free delivery uses the subtotal before the coupon and keeps the charge that was saved', () => {
    const fulfilment = { ...example.fulfilment, freeFromMinor: 30_000n } as OrderToPrice['fulfilment']
    expect(priceOrder({ ...example, fulfilment })).toMatchObject({ deliveryMinor: 0n, actualDeliveryMinor: 4_200n })
    const above = { ...example.fulfilment, freeFromMinor: 30_100n } as OrderToPrice['fulfilment']
    expect(priceOrder({ ...example, fulfilment: above })).toMatchObject({
      deliveryMinor: 4_200n,
      missingForFreeDeliveryMinor: 100n,
    })
  })

  test('(GAP-82) the wallet spends promotion credit first', () => {
    const small = { ...example, lines: [{ unitMinor: 100n, quantity: 1 }], fulfilment: { type: 'SELFPICKUP' } as const }
    const cheap = { ...small, coupon: null, storeChargeMinor: 0n, taxBasisPoints: 0 }
    expect(priceOrder(cheap)).toMatchObject({ walletPromotionMinor: 100n, walletOwnMinor: 0n, payableMinor: 0n })
    expect(priceOrder(example)).toMatchObject({ walletPromotionMinor: 6_000n, walletOwnMinor: 4_000n })
  })

  test('the method WALLET uses the wallet automatically, and the rest stays to be paid', () => {
    const wallet = { ownMinor: 50_000n, promotionMinor: 0n }
    const paid = priceOrder({ ...example, method: 'WALLET', usesWallet: false, wallet })
    expect(paid).toMatchObject({ walletMinor: 36_860n, payableMinor: 0n })
    const short = priceOrder({ ...example, method: 'WALLET', usesWallet: false })
    expect(short.payableMinor).toBe(26_860n)
    expect(priceOrder({ ...example, usesWallet: false }).walletMinor).toBe(0n)
  })

  test('(GAP-12) (INT-04) refuses impossible amounts, and shows a coupon without a discount', () => {
    for (const quantity of [-1, 0, 1.5, 100]) {
      expect(() => priceOrder({ ...example, lines: [{ unitMinor: 1n, quantity }] })).toThrow(RangeError)
    }
    expect(() => priceOrder({ ...example, tipMinor: -500n })).toThrow(RangeError)
    for (const taxBasisPoints of [0.5, -1]) {
      expect(() => priceOrder({ ...example, taxBasisPoints })).toThrow(RangeError)
    }
    const shared = priceOrder({ ...example, coupon: { kind: 'PERCENTAGE', basisPoints: 0 } })
    expect(shared.bill[1]).toEqual({ key: 'coupon', amountMinor: 0n })
  })

  test('an order has maximum amounts and the minimum of its store', () => {
    expect([0n, 1n, 100_000_000n, 100_000_001n].map(isOrderAmount)).toEqual([false, true, true, false])
    expect(missingForMinimum(9_900n, 10_000n)).toBe(100n)
    expect(missingForMinimum(10_001n, 10_000n)).toBe(0n)
    expect([missingForMinimum(0n, 0n), missingForMinimum(0n, null)]).toEqual([0n, 0n])
  })
})

const money = fc.bigInt({ min: 0n, max: 1_000_000n })
const lines = fc.array(
  fc.record({ unitMinor: fc.bigInt({ min: 0n, max: 10_000_000n }), quantity: fc.integer({ min: 1, max: 99 }) }),
  { minLength: 1, maxLength: 50 },
)
const coupon = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('AMOUNT' as const), amountMinor: money }),
  fc.record({
    kind: fc.constant('PERCENTAGE' as const),
    basisPoints: fc.integer({ min: 0, max: 15_000 }),
    maxDiscountMinor: fc.option(money),
  }),
)
const terms = fc.oneof(
  fc.record({ kind: fc.constant('FIXED' as const), chargeMinor: money }),
  fc.record({
    kind: fc.constant('DYNAMIC' as const),
    baseMinor: money,
    baseDistanceKm: fc.integer({ min: 0, max: 20 }),
    extraMinor: money,
    extraDistanceKm: fc.integer({ min: 0, max: 5 }),
  }),
)
const fulfilment = fc.oneof(
  fc.constant({ type: 'SELFPICKUP' as const }),
  fc.record({
    type: fc.constant('DELIVERY' as const),
    terms,
    distanceKm: fc.double({ min: 0, max: 100, noNaN: true }),
    roundUp: fc.boolean(),
    freeFromMinor: fc.option(money),
  }),
)
/** Currencies with zero, two, three and four decimals. */
const currency = fc.constantFrom('INR', 'PHP', 'JPY', 'KRW', 'KWD', 'CLF')
const order: fc.Arbitrary<OrderToPrice> = fc.record({
  currency,
  lines,
  coupon,
  fulfilment,
  storeChargeMinor: money,
  taxBasisPoints: fc.integer({ min: 0, max: 3000 }),
  tipMinor: money,
  method: fc.constantFrom('COD', 'WALLET', 'RAZORPAY'),
  usesWallet: fc.boolean(),
  wallet: fc.option(fc.record({ ownMinor: money, promotionMinor: money }), { nil: undefined }),
})

describe('properties of a quote', () => {
  test('property: lines and bill add up, and nothing is below zero', () => {
    fc.assert(
      fc.property(order, (toPrice) => {
        const quote = priceOrder(toPrice)
        const amountOf = (keys: string[]) =>
          sum(quote.bill.filter(({ key }) => keys.includes(key)).map(({ amountMinor }) => amountMinor))
        expect(sum(quote.lines.map(({ totalMinor }) => totalMinor))).toBe(quote.subtotalMinor)
        expect(sum(quote.lines.map(({ discountMinor }) => discountMinor))).toBe(quote.discountMinor)
        expect(quote.lines.every(({ netMinor, discountMinor }) => netMinor >= 0n && discountMinor >= 0n)).toBe(true)
        expect(amountOf(['itemTotal', 'coupon', 'delivery', 'storeCharge', 'tax', 'tip'])).toBe(quote.totalMinor)
        expect(amountOf(['total', 'wallet'])).toBe(quote.payableMinor)
        expect(quote.totalMinor >= 0n && quote.payableMinor >= 0n).toBe(true)
      }),
    )
  })

  test('property: the discount is at most the subtotal, the wallet at most total and balance, promotion credit first', () => {
    fc.assert(
      fc.property(order, (toPrice) => {
        const quote = priceOrder(toPrice)
        const { ownMinor = 0n, promotionMinor = 0n } = toPrice.wallet ?? {}
        expect(quote.discountMinor <= quote.subtotalMinor).toBe(true)
        expect(quote.walletMinor <= quote.totalMinor && quote.walletMinor <= ownMinor + promotionMinor).toBe(true)
        if (quote.walletOwnMinor > 0n) expect(quote.walletPromotionMinor).toBe(promotionMinor)
      }),
    )
  })

  test('property: the order of lines does not change the total', () => {
    fc.assert(
      fc.property(order, (toPrice) => {
        const turned = priceOrder({ ...toPrice, lines: toPrice.lines.toReversed() })
        expect(turned.totalMinor).toBe(priceOrder(toPrice).totalMinor)
      }),
    )
  })

  test('property: tax is the nearest minor unit to its share, a half upwards', () => {
    fc.assert(
      fc.property(order, (toPrice) => {
        const { subtotalMinor, discountMinor, deliveryMinor, storeChargeMinor, taxMinor } = priceOrder(toPrice)
        const exact =
          (subtotalMinor - discountMinor + deliveryMinor + storeChargeMinor) * BigInt(toPrice.taxBasisPoints)
        const tooMuch = taxMinor * 10_000n - exact
        expect(tooMuch > -5_000n && tooMuch <= 5_000n).toBe(true)
      }),
    )
  })

  test('property: a percentage gives the whole units of its share and never more than its cap', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 10_000 }), fc.option(money), (toPrice, basisPoints, cap) => {
        const coupon = { kind: 'PERCENTAGE' as const, basisPoints, maxDiscountMinor: cap }
        const { subtotalMinor, discountMinor } = priceOrder({ ...toPrice, coupon })
        const rest = subtotalMinor * BigInt(basisPoints) - discountMinor * 10_000n
        if (cap) expect(discountMinor <= cap).toBe(true)
        if (!cap || discountMinor < cap) expect(rest >= 0n && rest < 10_000n).toBe(true)
      }),
    )
  })

  test('property: self-pickup has neither delivery charge nor tip, and tax that is off has no row', () => {
    fc.assert(
      fc.property(order, (toPrice) => {
        const fetched = priceOrder({ ...toPrice, fulfilment: { type: 'SELFPICKUP' }, taxBasisPoints: 0 })
        expect(fetched.totalMinor).toBe(fetched.subtotalMinor - fetched.discountMinor + fetched.storeChargeMinor)
        const shown = fetched.bill.map(({ key }) => key)
        expect(shown.filter((key) => ['delivery', 'tip', 'tax'].includes(key))).toEqual([])
      }),
    )
  })
})

/** A cart line as the app stores it. The prices of a cart line are strings with the decimals of the currency. */
type Priced = { priceMinor: bigint; addonsMinor: bigint[]; quantity: number; own: AddonPricing | null }

const unit = fc.bigInt({ min: 0n, max: 10_000_000n })
const reading = fc.constantFrom<AddonPricing>('replace', 'add')
const pricedLine: fc.Arbitrary<Priced> = fc.record({
  priceMinor: unit,
  addonsMinor: fc.array(unit, { maxLength: 5 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  own: fc.option(reading),
})

function asCartLine({ priceMinor, addonsMinor, quantity, own }: Priced, id: number, currency: Currency): CartLine {
  return {
    id,
    restaurant_id: 1,
    name: 'Idli',
    price: wireMoney(priceMinor, currency),
    quantity,
    selectedaddons: addonsMinor.map((minor, index) => ({
      addon_category_name: 'Extras',
      addon_id: String(index),
      addon_name: 'Chutney',
      price: wireMoney(minor, currency),
    })),
    addon_pricing: own,
  }
}

describe('a cart on the screen', () => {
  test('[INT-07] property: a screen that reads texts calculates the same as the server from its rows, in every currency and pricing', () => {
    fc.assert(
      fc.property(
        fc.array(pricedLine, { minLength: 1, maxLength: 50 }),
        reading,
        currency,
        (lines, addonPricing, money) => {
          const cart = lines.map((line, index) => asCartLine(line, index, money))
          const units = lines.map(({ own, ...line }) => unitPrice({ ...line, pricing: own ?? addonPricing }))
          expect(cart.map((line) => lineUnitMinor(line, addonPricing, money))).toEqual(units)
          const quote = priceOrder({
            ...example,
            currency: money,
            lines: lines.map(({ quantity }, index) => ({ unitMinor: units[index]!, quantity })),
          })
          expect(cartSubtotal(cart, { addonPricing, currency: money })).toBe(quote.subtotalMinor)
        },
      ),
    )
  })

  test('property: the printed rows add up to the printed total, to the last digit of every currency', () => {
    fc.assert(
      fc.property(order, (toPrice) => {
        const printed = priceOrder(toPrice).bill.map(({ key, amountMinor }): [BillKey, string] => [
          key,
          wireMoney(amountMinor, toPrice.currency),
        ])
        const pattern = new RegExp(
          `^-?\\d+${minorDigits(toPrice.currency) > 0 ? `\\.\\d{${minorDigits(toPrice.currency)}}` : ''}$`,
        )
        for (const [, amount] of printed) expect(amount).toMatch(pattern)
        const read = (wanted: (key: BillKey) => boolean) =>
          sum(
            printed
              .filter(([key]) => wanted(key))
              .map(([, text]) => parseMoney(text, toPrice.currency, { signed: true })!),
          )
        const total = read((key) => key === 'total')
        expect(read((key) => !['total', 'wallet', 'payable'].includes(key))).toBe(total)
        expect(total + read((key) => key === 'wallet')).toBe(read((key) => key === 'payable'))
      }),
    )
  })
})
