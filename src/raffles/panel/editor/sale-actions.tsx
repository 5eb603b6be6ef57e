import { useState } from 'react'
import { useLocation } from 'wouter'
import { ask, useDeed } from '#access/panel/ask.ts'
import { Consequence, Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { counted } from '#platform/money.ts'
import { AskButton, Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { newKey } from '#platform/web/kept.ts'
import type { PanelRaffle } from '../../panel-contract.ts'
import { ARCHIVABLE } from '../../raffle-moves.ts'
import { NEW_RAFFLE, useRaffleDeed } from '../use-raffle-deed.ts'
import { GoOnDialog, waitsToGoOn } from './go-on.tsx'
import { Deed, FormSection } from './raffle-field.tsx'

/** Immediate actions, with their effects. */
const AT_ONCE = {
  pausar: {
    name: 'Pausar',
    says: 'La página dice «Ventas en pausa». Quien ya está pagando puede terminar.',
    text: 'Pausar la venta',
  },
  reanudar: {
    name: 'Reanudar',
    says: 'Está en pausa: nadie puede comprar. Vuelve a la venta al instante.',
    text: 'Reanudar la venta',
  },
  recuperar: {
    name: 'Recuperar',
    says: 'Vuelve a la lista de rifas.',
    text: 'Recuperar la rifa',
  },
  archivar: {
    name: 'Archivar',
    says: 'Sale de la lista; está en «Archivadas». El público no nota nada.',
    text: 'Archivar la rifa',
  },
} as const

/** Actions on the raffle as a whole, each with its effects. */
export function SaleActions({ raffle }: { raffle: PanelRaffle }) {
  const [copyKey] = useState(newKey)
  const deed = useRaffleDeed(raffle.id)
  // An action with a code shows its error in its dialog.
  const coded = useRaffleDeed(raffle.id)
  const copy = useDeed('POST /api/panel/rifas/:id/duplicar', NEW_RAFFLE)
  const params = { id: raffle.id }
  const [, navigate] = useLocation()
  const { estado } = raffle
  const sells = estado === 'publicada' || estado === 'pausada'

  const byCode = (deed: 'cerrar' | 'seguir' | 'terminar-correcciones') => (codigo: string) =>
    coded.mutateAsync(() => ask(`POST /api/panel/rifas/:id/${deed}`, { params, body: { codigo } }))

  function atOnce(which: keyof typeof AT_ONCE) {
    const { name, says, text } = AT_ONCE[which]
    return (
      <Deed name={name} says={says}>
        <Button
          text={text}
          pending={deed.isPending}
          onClick={() => deed.mutate(() => ask(`POST /api/panel/rifas/:id/${which}`, { params }))}
        />
      </Deed>
    )
  }

  return (
    <FormSection id="la-venta" title="La venta">
      <ul className="line-above">
        {estado === 'publicada' ? atOnce('pausar') : null}
        {estado === 'pausada' ? atOnce('reanudar') : null}
        {sells ? (
          <Deed name="Cerrar" says="Termina la venta para siempre, antes del sorteo. Pide un código.">
            <AskButton
              look="bad"
              text="Cerrar la venta"
              ask={(close) => <ClosingDialog raffle={raffle} onConfirm={byCode('cerrar')} onClose={close} />}
            />
          </Deed>
        ) : null}
        {waitsToGoOn(raffle) ? (
          <Deed name="Dejar seguir" says="Espera desde que se restauró un respaldo. Pide un código.">
            <AskButton
              look="bad"
              text="Dejar seguir la rifa"
              ask={(close) => <GoOnDialog raffle={raffle} onConfirm={byCode('seguir')} onClose={close} />}
            />
          </Deed>
        ) : null}
        {estado === 'cerrada' ? (
          <Deed name="No esperar más" says="Los pagos rechazados ya no se pueden corregir. Pide un código.">
            <AskButton
              look="bad"
              text="No esperar más correcciones"
              ask={(close) => (
                <FreshCodeDialog
                  danger
                  title="No esperar más correcciones"
                  lead="Lo que rechazaste queda rechazado y sus boletos quedan libres. Lo que está en revisión lo decides tú."
                  action="No esperar más correcciones"
                  onConfirm={byCode('terminar-correcciones')}
                  onClose={close}
                >
                  <Consequence icon="journal">Queda en el diario con tu nombre.</Consequence>
                </FreshCodeDialog>
              )}
            />
          </Deed>
        ) : null}
        <Deed name="Duplicar" says="Otra rifa igual en borrador, con la foto y la regla, sin el día del sorteo.">
          <Button
            text="Duplicar la rifa"
            pending={copy.isPending}
            onClick={() =>
              copy.mutate({ params, body: { clave: copyKey } }, { onSuccess: ({ id }) => navigate(`/rifas/${id}`) })
            }
          />
        </Deed>
        {raffle.archivada ? atOnce('recuperar') : ARCHIVABLE.includes(estado) ? atOnce('archivar') : null}
      </ul>
      <Failure of={deed.error} />
      <Failure of={copy.error} />
    </FormSection>
  )
}

function ClosingDialog(props: {
  raffle: PanelRaffle
  onClose: () => void
  onConfirm: (code: string) => Promise<unknown>
}) {
  const { ventas, titulo } = props.raffle
  return (
    <FreshCodeDialog
      danger
      title={`Cerrar la venta de ${titulo}`}
      lead="Desde que confirmes nadie más puede comprar. No se puede volver a abrir."
      action="Cerrar la venta"
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <Consequences
        of={[
          [
            'ticket',
            `${counted(ventas.confirmados, 'boleto confirmado', 'boletos confirmados')} y ${counted(ventas.libres, 'libre que ya no se venderá', 'libres que ya no se venderán')}.`,
          ],
          [
            'clock',
            ventas.apartados > 0
              ? `${counted(ventas.apartados, 'boleto está apartado', 'boletos están apartados')}: quien está pagando puede terminar.`
              : 'Nadie tiene boletos apartados ahora mismo.',
          ],
          [
            'review',
            ventas.en_revision > 0
              ? `${counted(ventas.en_revision, 'boleto sigue en revisión', 'boletos siguen en revisión')}: apruébalos o recházalos antes del sorteo.`
              : 'No queda ningún pago en revisión.',
          ],
          ['journal', 'Queda en el diario con tu nombre.'],
        ]}
      />
    </FreshCodeDialog>
  )
}
