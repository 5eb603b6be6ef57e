import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearch } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { SYSTEM } from '#journal/actor.ts'
import { History } from '#journal/panel/history.tsx'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { counted } from '#platform/money.ts'
import { useOnline } from '#platform/panel/device.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Failure, TextField } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment, tellUntil } from '#platform/panel/time.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'
import { stateName } from '../../state-names.ts'
import { whatsappText, whatsappTo } from '../../whatsapp-text.ts'
import { PURCHASE_SHOWN, purchasesPath, readFilters, rowPath } from '../purchase-list.ts'
import { StateMark } from '../state-mark.tsx'
import { formatSum, methodName, sumOf } from '../wording.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { Account, Buyer, Mails, Numbers, Others } from './sheet-parts.tsx'
import './sheet.css'

interface Props {
  id: number
  operator: Operator
  /** Name of the site, for the message to the buyer. */
  site: string
  /** Proof and checks: they are of a room below. */
  proof: ReactNode
  /** Money that came in for it: a matter of a room below too. */
  money: (sheet: PurchaseSheet) => ReactNode
  /** More actions on it, as buttons. */
  actions: (sheet: PurchaseSheet) => ReactNode
}

/** One purchase with everything that is known of it. */
export function SheetScreen({ id, operator, site, proof, money, actions }: Props) {
  const filters = readFilters(useSearch())
  const sheet = useAsk('GET /api/panel/compras/:id/ficha', { params: { id }, refetchInterval: 20_000 })
  const head = useRef<HTMLElement>(null)
  // The list before it may have been scrolled far down.
  useLayoutEffect(() => {
    head.current?.scrollIntoView({ block: 'end' })
  }, [])
  const mayEdit = operator.rol !== 'lector'
  const owner = operator.rol === 'dueno'
  const shown = sheet.data?.id === id ? sheet.data : undefined
  const closed = shown && mayEdit ? closedWords(shown, operator) : null
  const mayChange = mayEdit && shown !== undefined && shown.cedula !== '' && closed === null

  return (
    <div className="sheet">
      <header className="sheet-head pad-edge tiny-wrap tiny-wrap-2 head row gap-3" ref={head}>
        <Link href={rowPath(filters, id)} className="sheet-back control-high bare inline gap-1 soft">
          <Icon name="back" />
          <span>Compras</span>
        </Link>
        {shown ? (
          <h2>
            <span className="whole">{shown.codigo}</span> <StateMark state={shown.estado} pide={sheet.data?.pide} />
          </h2>
        ) : null}
      </header>
      {shown ? (
        <div className="sheet-body stack gap-0">
          <div className="sheet-main stack gap-4 from-top shrinks">
            <StaleNotice query={sheet} />
            <SheetTop sheet={shown} site={site} canSend={mayEdit} actions={actions(shown)} />
            <Numbers sheet={shown} site={site} />
            <div className="sheet-pair gap-4 grid">
              <Account sheet={shown} />
              <Buyer
                sheet={shown}
                edits={mayChange ? (close) => <ContactDialog sheet={shown} owner={owner} onClose={close} /> : null}
                canBlock={mayEdit}
                closed={closed}
              />
            </div>
            {money(shown)}
            {proof}
            <Notes key={shown.id} sheet={shown} canWrite={mayEdit} />
            {mailLeaves() ? <Mails sheet={shown} /> : null}
            <Others sheet={shown} pathOf={(other) => purchasesPath({}, other)} />
          </div>
          <section className="sheet-history line-above" aria-label="Historia">
            <h3>Historia</h3>
            <History lines={shown.historia.map(withoutNumbers)} label="Historia de la compra" />
          </section>
        </div>
      ) : (
        <Waiting
          className="page"
          query={sheet}
          label="Cargando la compra"
          back={<ButtonLink text="Ver las compras" href="/compras" />}
        />
      )}
    </div>
  )
}

/** Why an operator with the right to change purchases cannot change this one's buyer, or null. */
function closedWords({ rifa_estado }: PurchaseSheet, { rol }: Operator): string | null {
  if (rifa_estado === 'sorteada') return 'La rifa se sorteó: estos datos ya no cambian.'
  if (rifa_estado === 'cerrada' && rol !== 'dueno') return 'La venta cerró: estos datos los cambia solo un dueño.'
  return null
}

/** The numbers are next to the history already. */
function withoutNumbers(line: PurchaseSheet['historia'][number]) {
  const { numeros: _, ...datos } = line.datos
  return line.accion === 'compra aprobada' ? { ...line, datos } : line
}

/** Buyer and amount, largest; then the usual action on a purchase: write to its buyer. */
function SheetTop(props: { sheet: PurchaseSheet; site: string; canSend: boolean; actions: ReactNode }) {
  const { sheet, site, canSend } = props
  const again = useDeed('POST /api/panel/correos/:id/reenviar', { refreshes: PURCHASE_SHOWN })
  const online = useOnline()
  const mail = sheet.correos.find((one) => !one.superado && (one.estado === 'enviado' || one.estado === 'fallido'))
  return (
    <section className="flow gap-4 wrap apart low" aria-label="Resumen">
      <div>
        <p className="soft">
          {sheet.nombre} · {sheet.rifa_titulo}
        </p>
        <p className="sheet-amount whole tight">{sumOf(sheet)}</p>
        <p className="soft">
          {sheet.monto !== null && sheet.monto_moneda !== sheet.moneda ? (
            <strong className="whole">{formatSum(sheet.total, sheet.moneda)} · </strong>
          ) : null}
          {counted(sheet.cantidad_tickets, 'boleto')} · {methodName(sheet.metodo_pago, sheet.vendida_por)} ·{' '}
          {formatMoment(sheet.creado_en)}
          {sheet.vendida_por === '' ? '' : ` · vendida a mano por ${sheet.vendida_por}`}
          {sheet.estado === 'confirmado' && sheet.decidido_por === SYSTEM.nombre
            ? ' · se confirmó sola, con la palabra del banco'
            : ''}
        </p>
      </div>
      <div className="sheet-actions flow wrap">
        {sheet.telefono === '' ? null : (
          <ButtonLink out icon="chat" text="WhatsApp" href={whatsappTo(sheet.telefono, whatsappText(sheet, site))} />
        )}
        {canSend && mail && mailLeaves() ? (
          <Button
            icon="mail"
            text={again.isPending ? 'Enviando…' : again.isSuccess ? 'Sale otra vez' : 'Reenviar correo'}
            pending={again.isPending}
            disabled={!online}
            title={`«${mail.asunto}» a ${sheet.correo}`}
            onClick={() => again.mutate({ params: { id: mail.id }, body: { reenvios: mail.reenvios } })}
          />
        ) : null}
        {props.actions}
      </div>
      {sheet.motivo === '' ? null : (
        <p className="whole-line soft">
          <strong>{stateName(sheet)}:</strong> {sheet.motivo}
          {sheet.hasta === null ? '' : ` Sus boletos esperan ${tellUntil(sheet.hasta)}`}
        </p>
      )}
      <Failure of={again.error} />
    </section>
  )
}

/** The team's notes on a purchase, with author and time. Its buyer never reads them. */
function Notes({ sheet, canWrite }: { sheet: PurchaseSheet; canWrite: boolean }) {
  const [typed, setTyped] = useState('')
  const params = { id: sheet.id }
  const add = useDeed('POST /api/panel/compras/:id/notas', {
    shows: queryOf('GET /api/panel/compras/:id/ficha', { params }),
    refreshes: ['GET /api/panel/compras/:id/ficha'],
  })
  if (sheet.notas.length === 0 && !canWrite) return null
  function send(event: FormEvent) {
    event.preventDefault()
    const texto = typed.trim()
    if (texto !== '' && !add.isPending) add.mutate({ params, body: { texto } }, { onSuccess: () => setTyped('') })
  }
  return (
    <section className="part card stack gap-3" aria-label="Notas del equipo">
      <h3>
        Notas del equipo <span className="faint small">el comprador no las lee</span>
      </h3>
      {sheet.notas.length === 0 ? null : (
        <ul className="stack gap-3">
          {sheet.notas.map((note) => (
            <li key={note.id} className="breaks lines-kept">
              <p>{note.texto}</p>
              <p className="faint small">
                {note.autor} · {formatMoment(note.en)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {canWrite ? (
        <form className="stack gap-3 from-top" onSubmit={send}>
          <TextField label="Nota nueva" name="nota" rows={2} maxLength={500} value={typed} onText={setTyped} />
          <Failure of={add.error} />
          <Button
            text="Guardar la nota"
            className="sheet-note-save"
            type="submit"
            pending={add.isPending}
            disabled={typed.trim() === ''}
          />
        </form>
      ) : null}
    </section>
  )
}
