import { approvalGauges } from '#features/ledger/adjustments/gauges.ts'
import { ledgerGauges } from '#features/ledger/wallet/gauges.ts'
import { operationGauges } from '#features/operations/system-status/gauges.ts'
import { paymentGauges } from '#features/payments/issues/gauges.ts'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

/** Gathers the figures of all domains for `/metrics`. */
export const gaugeSources: readonly GaugeSource[] = [
  ...paymentGauges,
  ...approvalGauges,
  ...ledgerGauges,
  ...operationGauges,
]
