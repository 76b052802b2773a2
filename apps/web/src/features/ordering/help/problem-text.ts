import type { CaseProblem } from '@nukkad/contract/ordering/cases.ts'
import { t } from '#lib/catalogue.ts'

/** Returns the name of a problem as customers would say it. */
export function problemText(problem: CaseProblem): string {
  return t(({ late: 'helpLate', missing: 'helpMissing', wrong: 'helpWrong', no_show: 'caseNoShow' } as const)[problem])
}
