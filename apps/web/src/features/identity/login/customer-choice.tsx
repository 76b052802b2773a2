import { Field } from '@nukkad/ui/components/field.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { SearchField } from '@nukkad/ui/components/search-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { ask } from '#lib/query.ts'
import { refusalText } from '#lib/refusals.ts'
import { useSearch } from '#lib/use-search.ts'
import { startActing, startOf } from './start-acting.ts'

/**
 * Lets staff choose a customer by name or the last digits of the phone, and enter the reason for acting for this
 * customer (B-33, docs/reference/interface.md#not-found-and-acting-for-a-customer).
 */
export function CustomerChoice() {
  const { typed, setTyped, query, isWaiting } = useSearch()
  const [reason, setReason] = useState(t('staffReasonCall'))
  const { data, error, isFetching } = useQuery({ ...ask('find-customers', { query }), enabled: query !== '' })
  const enter = useMutation({
    mutationFn: (id: number) => call('login-as-customer', { user_id: id, reason }),
    onSuccess: (answer) => {
      if (answer.newCustomer) return
      startActing(answer)
      go(startOf(answer), { replace: true })
    },
  })
  const problem = enter.error ?? (query ? error : null)
  return (
    <search className="grid gap-4">
      <SearchField
        label={t('staffFindLabel')}
        placeholder={t('staffFindLabel')}
        clearLabel={t('a11yClearSearch')}
        value={typed}
        hint={data?.customers.length === 0 && !isWaiting ? t('staffFindNobody') : t('staffFindHint')}
        isSearching={isFetching || isWaiting}
        onChange={setTyped}
      />
      <Field
        label={t('staffReasonLabel')}
        value={reason}
        maxLength={300}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormError text={problem ? refusalText(problem) : undefined} />
      <ul aria-label={t('staffFound')} className="grid gap-2">
        {(query ? data?.customers : [])?.map(({ id, name, phone }) => (
          <li key={id}>
            <button
              type="button"
              disabled={enter.isPending}
              onClick={() => enter.mutate(id)}
              className="press flex min-h-14 w-full items-center gap-3 rounded-card bg-surface px-4 text-start hairline"
            >
              <span className="min-w-0 flex-1 truncate text-heading">{name}</span>
              <bdi className="num text-ink-2">{phone}</bdi>
              <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}
