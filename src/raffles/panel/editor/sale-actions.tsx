import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { ask, useDeed } from '#access/panel/ask.ts'
import { Consequence, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { formatCount } from '#platform/money.ts'
import { readFailure } from '#platform/panel/api.ts'
import { newKey } from '#platform/panel/form/kept.ts'
import { BusyButton, Failure } from '#platform/panel/parts/field.tsx'
import type { PanelRaffle } from '../../panel-contract.ts'
import { ARCHIVABLE } from '../../raffle-moves.ts'
import { NEW_RAFFLE, useRaffleDeed } from '../use-raffle-deed.ts'
import { GoOnDialog, waitsToGoOn } from './go-on.tsx'
import { FormSection } from './raffle-field.tsx'

/** What can be done to the raffle as a whole, each with what it causes. */
export function SaleActions({ raffle }: { raffle: PanelRaffle }) {
  const [closing, setClosing] = useState(false)
  const [settling, setSettling] = useState(false)
  const [goingOn, setGoingOn] = useState(false)
  const [copyKey] = useState(newKey)
  const deed = useRaffleDeed(raffle.id)
  const copy = useDeed('POST /api/panel/rifas/:id/duplicar', NEW_RAFFLE)
  const params = { id: raffle.id }
  const [, navigate] = useLocation()
  const failure = deed.error && !closing && !settling && !goingOn ? readFailure(deed.error) : null
  const { estado } = raffle

  return (
    <FormSection id="la-venta" title="La venta">
      <ul className="line-above">
        {estado === 'publicada' ? (
          <Deed name="Pausar" says="La página dice «Ventas en pausa». Quien ya está pagando puede terminar.">
            <Do
              name="Pausar la venta"
              pending={deed.isPending}
              onDo={() => deed.mutate(() => ask('POST /api/panel/rifas/:id/pausar', { params }))}
            />
          </Deed>
        ) : null}
        {estado === 'pausada' ? (
          <Deed name="Reanudar" says="Está en pausa: nadie puede comprar. Vuelve a la venta al instante.">
            <Do
              name="Reanudar la venta"
              pending={deed.isPending}
              onDo={() => deed.mutate(() => ask('POST /api/panel/rifas/:id/reanudar', { params }))}
            />
          </Deed>
        ) : null}
        {estado === 'publicada' || estado === 'pausada' ? (
          <Deed name="Cerrar" says="Termina la venta para siempre, antes del sorteo. Pide un código.">
            <button type="button" className="btn btn-bad" onClick={() => setClosing(true)}>
              Cerrar la venta
            </button>
          </Deed>
        ) : null}
        {waitsToGoOn(raffle) ? (
          <Deed name="Dejar seguir" says="Espera desde que se restauró un respaldo. Pide un código.">
            <button type="button" className="btn btn-bad" onClick={() => setGoingOn(true)}>
              Dejar seguir la rifa
            </button>
          </Deed>
        ) : null}
        {estado === 'cerrada' ? (
          <Deed name="No esperar más" says="Los pagos rechazados ya no se pueden corregir. Pide un código.">
            <button type="button" className="btn btn-bad" onClick={() => setSettling(true)}>
              No esperar más correcciones
            </button>
          </Deed>
        ) : null}
        <Deed name="Duplicar" says="Otra rifa igual en borrador, con la foto y la regla, sin el día del sorteo.">
          <Do
            name="Duplicar la rifa"
            pending={copy.isPending}
            onDo={() =>
              copy.mutate({ params, body: { clave: copyKey } }, { onSuccess: ({ id }) => navigate(`/rifas/${id}`) })
            }
          />
        </Deed>
        {raffle.archivada ? (
          <Deed name="Recuperar" says="Vuelve a la lista de rifas.">
            <Do
              name="Recuperar la rifa"
              pending={deed.isPending}
              onDo={() => deed.mutate(() => ask('POST /api/panel/rifas/:id/recuperar', { params }))}
            />
          </Deed>
        ) : ARCHIVABLE.includes(estado) ? (
          <Deed name="Archivar" says="Sale de la lista; está en «Archivadas». El público no nota nada.">
            <Do
              name="Archivar la rifa"
              pending={deed.isPending}
              onDo={() => deed.mutate(() => ask('POST /api/panel/rifas/:id/archivar', { params }))}
            />
          </Deed>
        ) : null}
      </ul>
      <Failure of={failure} />
      <Failure of={copy.error} />
      {settling ? (
        <FreshCodeDialog
          danger
          title="No esperar más correcciones"
          lead="Lo que rechazaste queda rechazado y sus boletos quedan libres. Lo que está en revisión lo decides tú."
          action="No esperar más correcciones"
          onConfirm={async (codigo) => {
            await deed.mutateAsync(() =>
              ask('POST /api/panel/rifas/:id/terminar-correcciones', { params, body: { codigo } }),
            )
            setSettling(false)
          }}
          onClose={() => setSettling(false)}
        >
          <Consequence icon="journal">Queda en el diario con tu nombre.</Consequence>
        </FreshCodeDialog>
      ) : null}
      {goingOn ? (
        <GoOnDialog
          raffle={raffle}
          onClose={() => setGoingOn(false)}
          onConfirm={async (codigo) => {
            await deed.mutateAsync(() => ask('POST /api/panel/rifas/:id/seguir', { params, body: { codigo } }))
            setGoingOn(false)
          }}
        />
      ) : null}
      {closing ? (
        <ClosingDialog
          raffle={raffle}
          onClose={() => setClosing(false)}
          onConfirm={async (codigo) => {
            await deed.mutateAsync(() => ask('POST /api/panel/rifas/:id/cerrar', { params, body: { codigo } }))
            setClosing(false)
          }}
        />
      ) : null}
    </FormSection>
  )
}

function Deed({ name, says, children }: { name: string; says: string; children: ReactNode }) {
  return (
    <li className="raffle-deed gap-2-4 pad-y-3 line-below row wrap apart">
      <div>
        <h3>{name}</h3>
        <p className="soft small">{says}</p>
      </div>
      {children}
    </li>
  )
}

function Do({ name, pending, onDo }: { name: string; pending: boolean; onDo: () => void }) {
  return (
    <BusyButton pending={pending} onClick={onDo}>
      {name}
    </BusyButton>
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
      <div>
        <Consequence icon="ticket">
          {counted(ventas.confirmados, 'boleto confirmado', 'boletos confirmados')} y{' '}
          {counted(ventas.libres, 'libre que ya no se venderá', 'libres que ya no se venderán')}.
        </Consequence>
        <Consequence icon="clock">
          {ventas.apartados > 0
            ? `${counted(ventas.apartados, 'boleto está apartado', 'boletos están apartados')}: quien está pagando puede terminar.`
            : 'Nadie tiene boletos apartados ahora mismo.'}
        </Consequence>
        <Consequence icon="review">
          {ventas.en_revision > 0
            ? `${counted(ventas.en_revision, 'boleto sigue en revisión', 'boletos siguen en revisión')}: apruébalos o recházalos antes del sorteo.`
            : 'No queda ningún pago en revisión.'}
        </Consequence>
        <Consequence icon="journal">Queda en el diario con tu nombre.</Consequence>
      </div>
    </FreshCodeDialog>
  )
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
