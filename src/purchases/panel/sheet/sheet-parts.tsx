import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { describeMail } from '#mail/panel/mail-wording.ts'
import { counted, formatRate, parseRate } from '#platform/money.ts'
import { AskButton, ButtonLink } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { atBreak } from '#platform/web/at-break.ts'
import { formatCedula } from '../../cedula.ts'
import type { PurchaseSheet, SharedTrait } from '../../panel-contract.ts'
import { BlockLine } from '../blocked/block-dialog.tsx'
import { NumbersPicture } from '../numbers-picture.tsx'
import { purchasesPath } from '../purchase-list.ts'
import { StateMark } from '../state-mark.tsx'
import { formatPhone, formatSum } from '../wording.ts'
import './sheet.css'

/** A card of the sheet under its title. */
export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="part card" aria-label={title}>
      <header className="row gap-3 apart">
        <h3>{title}</h3>
        {action}
      </header>
      {children}
    </section>
  )
}

/** The buyer's tickets, as printed ones; before the draw, their state. */
export function Numbers({ sheet, site }: { sheet: PurchaseSheet; site: string }) {
  const { numeros, estado } = sheet
  if (numeros.length === 0) {
    return (
      <Part title="Números">
        <p className="soft small">
          {sheet.en_espera
            ? `Espera boletos: todavía no tiene sus ${counted(sheet.cantidad_tickets, 'boleto')}. Los toma en orden, o al aprobarlo si quedan. Si no van a quedar, devuelve el dinero y recházalo.`
            : estado === 'en revision'
              ? `Al aprobar se sortean sus ${counted(sheet.cantidad_tickets, 'boleto')}.`
              : estado === 'anulado'
                ? ['cerrada', 'sorteada'].includes(sheet.rifa_estado)
                  ? 'Sus números ya no participan.'
                  : 'Sus números volvieron a la venta.'
                : 'No tiene números.'}
        </p>
      </Part>
    )
  }
  return (
    <Part
      title={estado === 'confirmado' ? 'Números asignados' : 'Números que eligió'}
      action={
        <CopyButton
          value={numeros.join(', ')}
          name="Copiar los números"
          word={numeros.length === 1 ? 'Copiar' : `Copiar los ${numeros.length}`}
        />
      }
    >
      <ul className="stubs gap-2 grid">
        {numeros.map((numero) => (
          <li key={numero}>{numero}</li>
        ))}
      </ul>
      {estado === 'confirmado' ? (
        <div className="below-3">
          <NumbersPicture {...sheet} titulo={sheet.rifa_titulo} site={site} />
        </div>
      ) : null}
    </Part>
  )
}

/** The amount due and how it was reckoned. */
export function Account({ sheet }: { sheet: PurchaseSheet }) {
  const { cotizacion: quote } = sheet
  const rate = quote.tasa === null ? null : parseRate(quote.tasa)
  const each = formatSum(quote.precio, quote.moneda)
  const cents = sheet.centimos_unicos
  return (
    <Part title="Cuenta">
      <dl className="pairs stack gap-1">
        <Pair name="Debía" note={`${sheet.cantidad_tickets} × ${each}`}>
          <strong className="whole">{formatSum(sheet.total, sheet.moneda)}</strong>
        </Pair>
        {sheet.monto === null ? (
          <Pair name="A pagar">sin tasa</Pair>
        ) : sheet.monto === sheet.total && sheet.monto_moneda === sheet.moneda ? null : (
          <Pair name="A pagar" note={cents === null ? undefined : `con ${formatSum(cents, 'VES')} solo suyos`}>
            <strong className="whole">{formatSum(sheet.monto, sheet.monto_moneda)}</strong>
          </Pair>
        )}
        {sheet.monto_moneda === sheet.moneda && sheet.tasa_verificada ? null : (
          <Pair name={quote.tasa_nombre || 'Tasa'}>{rate ? `Bs.\u00a0${formatRate(rate)}` : 'Sin tasa'}</Pair>
        )}
        {sheet.pagador ? <Pair name="Pagó otra persona">{sheet.pagador}</Pair> : null}
        {sheet.pagado_a ? <Pair name="Pagó a">{sheet.pagado_a}</Pair> : null}
        {sheet.referencia === '' ? null : (
          <Pair name="Referencia">
            {sheet.referencia}
            <CopyButton value={sheet.referencia} name="Copiar la referencia" />
          </Pair>
        )}
      </dl>
      {sheet.tasa_verificada ? null : (
        <p className="gap-2 warn inline small">
          <VerdictShape level="aviso" word={false} /> Tasa no verificada: compara el monto con la cuenta.
        </p>
      )}
    </Part>
  )
}

/** The buyer's name and contact. */
export function Buyer(props: {
  sheet: PurchaseSheet
  /** The dialog that changes it; null for people who may not. */
  edits: ((close: () => void) => ReactNode) | null
  canBlock: boolean
  /** Why it does not change any more, or null. */
  closed: string | null
}) {
  const { sheet, edits } = props
  return (
    <Part
      title="Comprador"
      action={edits && <AskButton look="link" text="Editar" className="fixed small" ask={edits} />}
    >
      {sheet.cedula === '' ? (
        <p className="soft small">Sus datos se borraron: pasó el tiempo que dice el aviso de privacidad.</p>
      ) : (
        <>
          <BuyerData sheet={sheet} />
          {props.closed === null ? null : <p className="soft small">{props.closed}</p>}
          <BlockLine sheet={sheet} canBlock={props.canBlock} />
        </>
      )}
    </Part>
  )
}

function BuyerData({ sheet }: { sheet: PurchaseSheet }) {
  return (
    <dl className="pairs stack gap-1">
      <Pair name="Nombre">{sheet.nombre}</Pair>
      <Pair name="Cédula">
        <ButtonLink
          look="link"
          text={formatCedula(sheet.cedula)}
          className="whole"
          href={purchasesPath({ buscar: formatCedula(sheet.cedula) })}
        />
        <CopyButton value={sheet.cedula.slice(1)} name="Copiar la cédula" />
      </Pair>
      <Pair name="Teléfono">
        <span className="whole">{formatPhone(sheet.telefono)}</span>
        <CopyButton value={sheet.telefono} name="Copiar el teléfono" />
      </Pair>
      {sheet.correo === '' ? null : (
        <Pair name="Correo">
          <span>{atBreak(sheet.correo)}</span>
          <CopyButton value={sheet.correo} name="Copiar el correo" />
        </Pair>
      )}
    </dl>
  )
}

function Pair({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {note ? <span className="faint small"> {note}</span> : null}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Mails to the buyer, and the state of each. */
export function Mails({ sheet }: { sheet: PurchaseSheet }) {
  return (
    <Part title="Correos">
      {sheet.correos.length === 0 ? <p className="soft small">Todavía no se le ha escrito.</p> : null}
      <ul className="part-list">
        {sheet.correos.map((mail) => {
          const { word, tone } = describeMail(mail)
          return (
            <li className="row gap-3 compact" key={mail.id}>
              <span className="part-text gap-hair stack grow">
                <Link href={`/correos/${mail.id}`} className="part-link strong bare">
                  {mail.asunto}
                </Link>
                <span className="faint small">
                  {mail.para} · {formatMoment(mail.enviado_en ?? mail.creado_en)}
                </span>
              </span>
              <span className={`small mail-${tone}`}>{word}</span>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

const TRAITS: Record<SharedTrait, string> = {
  cedula: 'misma cédula',
  telefono: 'mismo teléfono',
  correo: 'mismo correo',
  referencia: 'misma referencia',
}

/** Other purchases of the same person, phone, mail or payment. Those that share only a payment or a phone call for a look. */
export function Others({ sheet, pathOf }: { sheet: PurchaseSheet; pathOf: (id: number) => string }) {
  return (
    <Part title="Otras compras">
      {sheet.otras.length === 0 ? (
        <p className="soft small">Ninguna con esta cédula, este teléfono, este correo ni esta referencia.</p>
      ) : null}
      <ul className="part-list">
        {sheet.otras.map((other) => {
          const another = other.comparte.includes('referencia') || !other.comparte.includes('cedula')
          return (
            <li className="row gap-3 compact" key={other.id}>
              <span className="part-text gap-hair stack grow">
                <Link href={pathOf(other.id)} className="part-link strong bare">
                  {another ? other.nombre : other.codigo}
                </Link>
                <span className={another ? 'gap-2 warn inline small' : 'faint small'}>
                  {another ? <VerdictShape level="aviso" word={false} /> : null}
                  {other.comparte.map((trait) => TRAITS[trait]).join(', ')}
                </span>
                <span className="faint small">{formatMoment(other.creado_en)}</span>
              </span>
              <span className="from-end stack gap-hair">
                <strong className="whole">{formatSum(other.total, other.moneda)}</strong>
                <span className="small">
                  <StateMark state={other.estado} pide={other.pide} />
                </span>
              </span>
              <Icon name="next" />
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
