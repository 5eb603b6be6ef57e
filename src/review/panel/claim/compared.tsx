import type { ReactNode } from 'react'
import { tailsAgree } from '#money/movement-tail.ts'
import type { BankSays } from '#money/panel/desk/bank.tsx'
import { addDays, type CalendarDate, dayInCaracas, type Instant, parseDay } from '#platform/clock.ts'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatDays, formatShortDay } from '#platform/panel/time.ts'
import { formatPhone, formatSum } from '#purchases/panel/wording.ts'
import { PAYMENT_DAYS_BACK } from '#purchases/rules.ts'
import type { ReviewedPurchase } from '../../contract.ts'

/** The bank's data in a cell, and whether they equal the report. */
interface Said {
  level: 'bien' | 'aviso' | 'grave' | null
  text: string
}

/**
 * Three columns in one table: the report, the amount due, and the bank's data where one payment is the likely one.
 * @param bank null where none is: then the table has two columns.
 */
export function Compared(props: { purchase: ReviewedPurchase; owed: string; bank: BankSays | null }) {
  const { purchase, owed, bank } = props
  const reported = dayInCaracas(Date.parse(purchase.en_revision_desde) as Instant)
  const oldest = addDays(reported, -PAYMENT_DAYS_BACK)
  const paid: CalendarDate | null = parseDay(purchase.fecha)
  const inTime = paid !== null && paid >= oldest && paid <= reported
  const told = bank && tellBank(purchase, bank)
  return (
    <table className="compared compact">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">Dato</span>
          </th>
          <th scope="col">Reporta</th>
          <th scope="col">Debe</th>
          {told ? <th scope="col">Banco</th> : null}
        </tr>
      </thead>
      <tbody>
        <Row
          name="Monto"
          reports={<span className="faint">en el comprobante</span>}
          owes={told ? withoutSign(owed) : owed}
          bank={told?.monto}
        />
        <Row name="Referencia" reports={whole(purchase.referencia)} owes="" bank={told?.referencia} />
        <Row
          name="Fecha"
          reports={
            inTime ? (
              formatShortDay(paid)
            ) : (
              <span className="warn inline strong">
                <VerdictShape level="aviso" /> {paid ? formatShortDay(paid) : purchase.fecha}
              </span>
            )
          }
          owes={formatDays(oldest, reported)}
          bank={told?.fecha}
        />
        <Row name="Teléfono" reports={whole(formatPhone(purchase.telefono))} owes="" bank={told?.telefono} />
        {purchase.pagado_a ? (
          <tr>
            <th scope="row">Pagó a</th>
            <td colSpan={told ? 3 : 2}>
              {purchase.pagado_a.split(' · ').map((part, place) => (
                <span key={part} className="compared-part">
                  {place > 0 ? '\u00a0· ' : ''}
                  {part}
                </span>
              ))}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}

/** No number is broken over two lines. */
const whole = (text: string) => <span className="whole">{text}</span>

/** Where nothing is owed the bank's word has the room of both. */
function Row(props: { name: string; reports: ReactNode; owes: string; bank: Said | undefined }) {
  const { owes, bank } = props
  return (
    <tr>
      <th scope="row">{props.name}</th>
      <td>{props.reports}</td>
      {bank && owes === '' ? null : <td className="compared-owes soft">{owes}</td>}
      {bank ? (
        <td className="compared-bank" colSpan={owes === '' ? 2 : 1}>
          {bank.text === '' ? null : (
            <span className={`inline ${bank.level === null ? 'soft' : `verdict-${bank.level}`}`}>
              {bank.level === null || bank.level === 'bien' ? null : <VerdictShape level={bank.level} />}
              {whole(bank.text)}
            </span>
          )}
        </td>
      ) : null}
    </tr>
  )
}

/** For an amount next to another of the same money. */
function withoutSign(amount: string): string {
  return amount.replace(/^Bs\.\s/, '')
}

/** Equal is green, otherwise it is marked; a number that its bank renumbers is no objection. */
function tellBank(purchase: ReviewedPurchase, { movimiento: bank, razones }: BankSays) {
  const digits = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')
  const named = tailsAgree(digits(purchase.referencia), digits(bank.referencia))
  const phone = bank.telefono_origen.replace(/^58(?=\d{10}$)/, '0')
  return {
    monto: {
      level: bank.monto === purchase.monto ? 'bien' : 'grave',
      text: withoutSign(formatSum(bank.monto, bank.moneda)),
    },
    referencia: { level: named ? 'bien' : null, text: bank.referencia },
    fecha: {
      level: bank.dia === purchase.fecha ? 'bien' : 'aviso',
      text: formatShortDay(bank.dia as CalendarDate),
    },
    telefono: {
      // A buyer who names another payer with a phone is not contradicted: the rules know whose it should be.
      level:
        phone === purchase.telefono ? 'bien' : razones.some(({ texto }) => texto === 'Otro teléfono') ? 'aviso' : null,
      text: phone === '' ? '' : formatPhone(phone),
    },
  } satisfies Record<string, Said>
}
