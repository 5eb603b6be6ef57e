import { useEffect, useRef, useState } from 'react'
import { counted } from '#platform/money.ts'
import { useOnline } from '#platform/panel/device.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { SellProof } from './sell-form.tsx'
import type { Sale, SaleDraft } from './use-sale.ts'

/**
 * A sale that was sent, of which nobody here knows whether it is registered. Nothing of it can be changed: sent again as it
 * was, with its key, it is found or made, once.
 */
export function SellUnanswered({ sale, onAnother }: { sale: Sale; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const online = useOnline()
  const [leaving, setLeaving] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  const { envio, borrador, failure, pending } = sale
  if (!envio) return null
  const { nombre = '', cedula = '', cantidad_tickets = '' } = envio.campos
  const proofMissing = envio.comprobante !== '' && !borrador?.comprobante
  // Its key made a sale of other data: another file was chosen, or another tab sold with it.
  const registered = failure?.code === 'CLAVE_REUTILIZADA'
  const found = `/compras?venta=mano&buscar=${encodeURIComponent(cedula.replace(/\D/g, '') || nombre)}`
  const told = failure && failure.code !== 'SIN_RESPUESTA' && !registered && !pending
  return (
    <section className="sell grid measure gap-5" aria-label="Venta sin respuesta">
      <div className="sell-ticket pad-4 stack card">
        <h2 className="title" ref={heading} tabIndex={-1}>
          {registered ? 'Ya se registró una venta' : 'No llegó la respuesta'}
        </h2>
        <p>
          {registered
            ? 'Salió con los datos de un envío anterior. Mírala antes de vender otra vez.'
            : 'La venta salió y puede que ya esté registrada. Envíala de nuevo: si ya lo está, no se repite.'}
        </p>
        <p className="soft">
          {nombre} · {cedula}
        </p>
        <p className="soft small">
          {counted(Number(cantidad_tickets), 'boleto')}
          {envio.rifa === '' ? '' : ` · ${envio.rifa}`}
        </p>
      </div>
      {proofMissing && !registered ? (
        <SellProof
          proof={null}
          says={`Elige otra vez «${envio.comprobante}»: al recargar la página se suelta.`}
          onPick={(comprobante) => borrador && sale.change({ ...borrador, comprobante } satisfies SaleDraft)}
        />
      ) : null}
      <Failure of={told ? failure : null} />
      {registered ? (
        <div className="sell-actions flow wrap">
          <ButtonLink look="go" text="Ver la venta" key="look" href={found} />
          <Button text="Lo que escribí es otra venta" onClick={sale.asAnother} />
        </div>
      ) : (
        <div className="sell-actions flow wrap">
          <Button
            look="go"
            text={pending ? 'Enviando…' : 'Enviar de nuevo'}
            key="send"
            pending={pending}
            disabled={!online || proofMissing}
            onClick={sale.sendAgain}
          />
        </div>
      )}
      {online ? null : <p className="soft small">Sin conexión: la venta se queda aquí hasta que vuelva.</p>}
      <div className="sell-next row wrap">
        {registered ? null : <ButtonLink look="link" text="Buscarla en Compras" href={found} />}
        <Button
          look="link"
          text={registered ? 'Empezar otra' : 'Dejarla y empezar otra'}
          disabled={pending}
          onClick={() => (registered ? onAnother() : setLeaving(true))}
        />
      </div>
      {leaving ? (
        <AskDialog
          label="Empezar otra venta"
          title="¿Dejar esta venta?"
          lead={`No se sabe si la de ${nombre} se registró. Antes de venderla otra vez, búscala en Compras.`}
          leave="Seguir con esta"
          action="Empezar otra"
          danger
          onConfirm={onAnother}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </section>
  )
}
