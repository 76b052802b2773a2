import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { Input } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { call } from '#lib/api.ts'
import { useGo } from '#lib/go.ts'
import { ask, reread, withoutPrevious } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

// The editor is large, so it loads after the page.
const PageEditor = lazy(() => import('#features/storefront/static-pages/page-editor.tsx'))

type Texts = NonNullable<Output<'get-single-page'>>
const back = { to: '/pages', title: 'Pages' }

/** Edits one static page; the slug `new` creates one. */
export default function PageRoute() {
  const { slug } = useParams({ strict: false }) as { slug: string }
  const isNew = slug === 'new'
  const { data, error } = useQuery({ ...ask('get-single-page', { slug }), ...withoutPrevious, enabled: !isNew })
  if (isNew) return <PageForm page={null} />
  if (error || data === null)
    return (
      <>
        <PageHead title="Page" back={back} />
        <p role="alert">{error?.message ?? 'There is no page with this address.'}</p>
      </>
    )
  return data ? <PageForm key={data.id} page={data} /> : <p role="status">One moment …</p>
}

function PageForm({ page }: { page: Texts | null }) {
  const go = useGo()
  const form = useCallForm('dashboard/pages/save', {
    values: { name: page?.name ?? '', slug: page?.slug ?? '', body: page?.body ?? '' },
    toInput: (typed: { name: string; slug: string; body: string }) => ({ ...typed, id: page?.id ?? null }),
    onDone: async (answer, typed) => {
      // Shows the HTML as the server stored it, without the parts that the server removed.
      form.reset({ ...typed, body: answer.page.body })
      await reread('dashboard/table', 'get-single-page')
      toast(page ? 'The page is saved' : 'The page is created')
      if (answer.page.slug !== page?.slug) go(`/pages/${answer.page.slug}`)
    },
  })
  const { field, submit, formError, formState, watch, setValue } = form
  return (
    <>
      <PageHead title={page?.name ?? 'New page'} back={back}>
        {page ? (
          <>
            <Button size="small" variant="outline" href={`/pages/${page.slug}`} isExternal>
              Open in the app
            </Button>
            <AskedAction
              label={
                <>
                  <Trash2 aria-hidden="true" className="size-4.5" />
                  Delete
                </>
              }
              question={`Delete “${page.name}”?`}
              action="Delete"
              typed={page.slug}
              says="Links to this page will stop working."
              act={async () => {
                await call('dashboard/pages/delete', { slug: page.slug })
                await reread('dashboard/table')
                toast('The page is deleted')
                go('/pages')
              }}
            />
          </>
        ) : null}
      </PageHead>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <div className="grid gap-4 wide:grid-cols-2">
          <Input label="Name" {...field('name')} />
          <Input
            label="Address"
            before="/pages/"
            help="Use lowercase letters, digits and hyphens."
            {...field('slug')}
          />
        </div>
        <Body
          value={watch('body')}
          onChange={(body) => setValue('body', body, { shouldDirty: true })}
          error={formState.errors.body?.message}
        />
        <div>
          <Button type="submit" size="small" isBusy={formState.isSubmitting}>
            {page ? 'Save' : 'Create the page'}
          </Button>
        </div>
      </form>
    </>
  )
}

function Body(props: ComponentProps<typeof PageEditor>) {
  return (
    <Suspense fallback={<div className="control h-110" />}>
      <PageEditor {...props} />
    </Suspense>
  )
}
