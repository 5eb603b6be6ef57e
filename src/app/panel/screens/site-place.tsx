import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Consequence, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { Bone, Loading } from '#platform/panel/parts/states.tsx'
import type { ContactMove } from '#site/panel/site-form.tsx'
import { siteQuery } from '#site/panel/site-query.ts'

const SiteScreen = lazy(async () => ({ default: (await import('#site/panel/site-screen.tsx')).SiteScreen }))

/** The settings of the public pages; the data is asked for together with the code of the screen. */
export function SitePlace() {
  const client = useQueryClient()
  useState(() => void client.prefetchQuery(siteQuery))
  return (
    <Suspense
      fallback={
        <Loading label="Abriendo">
          <Bone width="14rem" height="2.25rem" />
          <Bone height="12rem" />
        </Loading>
      }
    >
      <SiteScreen ContactDialog={ContactDialog} />
    </Suspense>
  )
}

/** Asks once, with a fresh code, before buyers write to another number. */
function ContactDialog({ before, after, onConfirm, onClose }: ContactMove) {
  return (
    <FreshCodeDialog
      wide
      title="Cambiar el WhatsApp de soporte"
      lead="Tus compradores preguntan ahí dónde pagar."
      action="Cambiar el número"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Compare lines={[{ label: 'WhatsApp', before, after, changed: true }]} names={['Ahora', 'Después']} />
      <div>
        <Consequence icon="mail">Cada dueño recibe un correo con el cambio, y queda en el diario.</Consequence>
        <Consequence icon="undo">Se deshace igual: escribiendo el número de antes.</Consequence>
      </div>
    </FreshCodeDialog>
  )
}
