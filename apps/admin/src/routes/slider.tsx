import { Button } from '@nukkad/ui/components/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { SortableList } from '#components/sortable-list.tsx'
import { keepOrder } from '#features/storefront/sliders/keep-order.ts'
import { SlideForm } from '#features/storefront/sliders/slide-form.tsx'
import { type Slide, targetText } from '#features/storefront/sliders/slide-values.ts'
import { type Slider, SliderForm } from '#features/storefront/sliders/slider-form.tsx'
import { call } from '#lib/api.ts'
import { useGo } from '#lib/go.ts'
import { ask, reread } from '#lib/query.ts'
import { inOrder } from '#lib/rows.ts'
import { toast } from '#lib/toasts.ts'

const back = { to: '/sliders', title: 'Sliders' }

/** Edits one slider: its position, and its slides in their order. */
export default function SliderRoute() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error } = useQuery(ask('dashboard/sliders/show', { id: Number(id) || 0 }))
  const [openId, setOpenId] = useState<number | 'new'>()
  if (error)
    return (
      <>
        <PageHead title="Slider" back={back} />
        <p role="alert">{error.message}</p>
      </>
    )
  if (!data) return <p role="status">One moment …</p>
  const { slider } = data
  const slide = slider.slides.find((one) => one.id === openId)
  const close = () => setOpenId(undefined)
  return (
    <>
      <PageHead
        title={slider.name}
        text={
          slider.is_shown
            ? 'Customers see this slider on the home page.'
            : 'Customers do not see this slider: it is off, or another slider has its position.'
        }
        back={back}
      >
        <DeleteSlider slider={slider} />
        <Button size="small" onClick={() => setOpenId('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          Add a slide
        </Button>
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 large:grid-cols-[minmax(0,1fr)_20rem]">
        <Slides slider={slider} onOpen={setOpenId} />
        <section aria-labelledby="slider" className="card self-start p-5">
          <h2 id="slider" className="mb-3 text-heading">
            Slider
          </h2>
          <SliderForm key={JSON.stringify([slider.name, slider.position_id])} slider={slider} onDone={() => {}} />
        </section>
      </div>
      <Panel isOpen={openId !== undefined} onClose={close} title={openId === 'new' ? 'New slide' : 'Slide'}>
        {openId === 'new' || slide ? (
          <SlideForm key={openId} sliderId={slider.id} slide={slide ?? null} onDone={close} />
        ) : null}
      </Panel>
    </>
  )
}

function DeleteSlider({ slider }: { slider: Slider }) {
  const go = useGo()
  return (
    <AskedAction
      label={
        <>
          <Trash2 aria-hidden="true" className="size-4.5" />
          Delete
        </>
      }
      question={`Delete “${slider.name}”?`}
      action="Delete"
      {...(slider.slides.length > 0 && { typed: slider.name })}
      says={`The ${slider.slides.length} slides of this slider are deleted too.`}
      act={async () => {
        await call('dashboard/sliders/delete', { id: slider.id })
        await reread('dashboard/table')
        toast('The slider is deleted')
        go('/sliders')
      }}
    />
  )
}

/** Lists the slides in their order, which can be changed by dragging or with the keyboard. */
function Slides({ slider, onOpen }: { slider: Slider; onOpen: (id: number) => void }) {
  const order = (ids: number[]) =>
    keepOrder({
      name: 'dashboard/sliders/show',
      input: { id: slider.id },
      inOrder: (before) => ({ ...before, slider: { ...before.slider, slides: inOrder(before.slider.slides, ids) } }),
      send: () => call('dashboard/slides/order', { slider_id: slider.id, ids }),
    })
  return (
    <section aria-labelledby="slides">
      <h2 id="slides" className="mb-3 text-heading">
        Slides
      </h2>
      {slider.slides.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">No slide yet. Add the first slide with its picture.</p>
      ) : (
        <div className="card py-1 pe-3">
          <SortableList label="Slides in their order" rows={slider.slides} onOrder={order}>
            {(slide) => <SlideRow slide={slide} onOpen={() => onOpen(slide.id)} />}
          </SortableList>
        </div>
      )}
    </section>
  )
}

function SlideRow({ slide, onOpen }: { slide: Slide; onOpen: () => void }) {
  return (
    <button type="button" className="flex min-h-11 w-full items-center gap-3 py-1.5 text-start" onClick={onOpen}>
      <img src={slide.image} alt="" className="h-12 w-30 shrink-0 rounded-badge bg-sunken object-cover" />
      <span className="min-w-0">
        <span className="block truncate text-label">{slide.name}</span>
        <span className="block truncate text-small text-ink-2">{slide.is_active ? targetText(slide) : 'Off'}</span>
      </span>
    </button>
  )
}
