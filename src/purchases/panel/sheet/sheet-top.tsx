import type { ReactNode } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { useOnline } from '#platform/panel/online.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'
import { whatsappText, whatsappTo } from '../../whatsapp-text.ts'
import { useMailAgain } from '../purchases-query.ts'
import { formatSum, methodName, ticketCount } from '../wording.ts'

/** Who and how much, largest; then what one does with a purchase: write to its buyer. */
export function SheetTop(props: { sheet: PurchaseSheet; site: string; canSend: boolean; actions: ReactNode }) {
  const { sheet, site, canSend } = props
  const again = useMailAgain()
  const online = useOnline()
  const mail = sheet.correos.find((one) => !one.superado && (one.estado === 'enviado' || one.estado === 'fallido'))
  const failure = again.error ? readFailure(again.error) : null
  const large = sheet.monto === null ? formatSum(sheet.total, sheet.moneda) : formatSum(sheet.monto, sheet.monto_moneda)
  return (
    <section className="sheet-top" aria-label="Resumen">
      <div>
        <p className="soft">
          {sheet.nombre} · {sheet.rifa_titulo}
        </p>
        <p className="sheet-amount">{large}</p>
        <p className="soft">
          {sheet.monto !== null && sheet.monto_moneda !== sheet.moneda ? (
            <strong>{formatSum(sheet.total, sheet.moneda)} · </strong>
          ) : null}
          {ticketCount(sheet.cantidad_tickets)} · {methodName(sheet.metodo_pago, sheet.referencia)} ·{' '}
          {formatMoment(sheet.creado_en)}
          {sheet.vendida_por === '' ? '' : ` · vendida a mano por ${sheet.vendida_por}`}
        </p>
      </div>
      <div className="sheet-actions">
        <a
          className="button"
          href={whatsappTo(sheet.telefono, whatsappText(sheet, site))}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="chat" />
          WhatsApp
        </a>
        {canSend && mail ? (
          <button
            type="button"
            className="button"
            aria-busy={again.isPending}
            disabled={again.isPending || !online}
            title={`«${mail.asunto}» a ${sheet.correo}`}
            onClick={() => again.mutate(mail)}
          >
            <Icon name="mail" />
            {again.isPending ? 'Enviando…' : again.isSuccess ? 'Sale otra vez' : 'Reenviar correo'}
          </button>
        ) : null}
        {props.actions}
      </div>
      {sheet.motivo === '' ? null : (
        <p className="sheet-reason soft">
          <strong>{sheet.estado === 'anulado' ? 'Anulada' : 'Rechazada'}:</strong> {sheet.motivo}
          {sheet.hasta === null ? '' : ` Sus boletos esperan hasta las ${formatMoment(sheet.hasta)}`}
        </p>
      )}
      {failure ? (
        <FieldProblem>
          <span>
            {failure.title}. {failure.details}
          </span>
        </FieldProblem>
      ) : null}
    </section>
  )
}
