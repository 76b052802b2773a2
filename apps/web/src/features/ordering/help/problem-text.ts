import type { CaseProblem } from '@nukkad/contract/ordering/cases.ts'
import { t } from '#lib/catalogue.ts'

/** Returns a problem in the words of the customer. */
export function problemText(problem: CaseProblem): string {
  return t(({ late: 'helpLate', missing: 'helpMissing', wrong: 'helpWrong', no_show: 'caseNoShow' } as const)[problem])
}
