import { Consequence, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { type ContactMove, SiteScreen } from '#site/panel/site-form.tsx'

/** The settings of the public pages, with the way to ask for a fresh code before buyers write to another number. */
export function SitePlace() {
  return <SiteScreen ContactDialog={ContactDialog} />
}

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
