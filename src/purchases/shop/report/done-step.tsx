import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { atBreak } from '#platform/web/at-break.ts'
import { Button } from '#platform/web/button.tsx'
import { CopyButton } from '#platform/web/copy-button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { forgetKept } from '../form/draft.ts'
import { OwnDataOffer } from '../form/field-notes.tsx'
import type { Flow, Sent } from '../purchase-state.ts'
import { StepTrack } from '../step-parts.tsx'

interface Props {
  flow: Flow
  sent: Sent
}

/** 'Pago enviado': thanks, the received report, and the way to the private page. */
export function DoneStep({ flow, sent }: Props) {
  const { codigo, repetida, en_espera } = sent.answer
  // An earlier report may have been decided since, and a host may send no state.
  const estado = sent.answer.estado ?? (repetida ? null : 'en revision')
  const link = sent.answer.enlace?.startsWith('/mi-compra#') ? sent.answer.enlace : null
  const rows = [['Código', codigo]]
  if (!repetida)
    rows.push(
      ['Monto', sent.amount],
      ['Referencia', sent.reference],
      ...(mailLeaves() ? [['Te avisamos a', sent.mail]] : []),
    )
  return (
    <Dialog
      title={repetida ? 'Ya recibimos tu reporte' : 'Pago enviado'}
      onClose={flow.close}
      place={<StepTrack flow={flow} at="Listo" />}
      foot={
        <div className="two">
          {link && (
            <a className="btn btn-go" href={link} onClick={() => forgetKept(flow.raffle.id)}>
              Ver mi compra
            </a>
          )}
          <Button text="Cerrar" onClick={flow.close} />
        </div>
      }
    >
      <div className="medal medal-calm">
        <Icon name="check" />
      </div>
      {repetida ? (
        <p>Tu pago de {sent.quantity} boletos ya está reportado. Si algo quedó mal, corrígelo en tu compra.</p>
      ) : (
        <p>
          Gracias. Recibimos tu información y estamos verificando tu pago.{' '}
          {en_espera
            ? 'Estás en lista de espera: te damos boletos por orden de llegada. Si no alcanzan, te devolvemos el dinero.'
            : codigo && `Tus ${sent.quantity} boletos quedan reservados para ti.`}
        </p>
      )}
      <dl className="facts">
        {estado === 'en revision' && (
          <div>
            <dt>Estado</dt>
            <dd className="state">
              <Icon name="clock" small />
              {en_espera ? 'En lista de espera' : 'En revisión'}
            </dd>
          </div>
        )}
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value === sent.mail ? atBreak(value) : value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {link && (
        <div className="keep-link">
          <p className="small">
            Guarda este enlace: con él ves tu compra{byMail('', ' y tus números')}. No pide clave, así que no lo
            compartas.
          </p>
          <CopyButton text={new URL(link, location.href).href} what="enlace de tu compra" label="Copiar enlace" />
        </div>
      )}
      {sent.person && <OwnDataOffer person={sent.person} />}
    </Dialog>
  )
}
