import { readApprovalGauges } from '#features/ledger/adjustments/gauges.ts'
import { readLedgerGauges } from '#features/ledger/wallet/gauges.ts'
import { readAlarmGauges, readOperationGauges } from '#features/operations/system-status/gauges.ts'
import { readPaymentGauges } from '#features/payments/issues/gauges.ts'
import type { GaugeSource } from '#platform/metrics/gauge-source.ts'

/** Gathers the figures of all domains for `/metrics`. */
export const gaugeSources: readonly GaugeSource[] = [
  readPaymentGauges,
  readApprovalGauges,
  readLedgerGauges,
  readAlarmGauges,
  readOperationGauges,
]
