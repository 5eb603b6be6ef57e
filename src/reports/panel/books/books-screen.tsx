import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import type { BookAccount, BookRow, Books } from '#money/books-contract.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { dayInCaracas, formatInstant, type Instant } from '#platform/clock.ts'
import { counted } from '#platform/money.ts'
import { serverNow, takeFile } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton, Button } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { BackLink } from '#platform/panel/parts/icon.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import { ACCOUNT_NAMES, FIGURE_NAMES, SELDOM } from '../../book-words.ts'
import './books.css'

const NONE = '0.00'

/** The books of a raffle, as they are now: each method, all of them, and their accounts; to be printed too. */
export function BooksScreen({ id, owner }: { id: number; owner: boolean }) {
  const query = useAsk('GET /api/panel/rifas/:id/libros', { params: { id } })
  const { data } = query
  if (!data) {
    return <Waiting query={query} label="Sumando los libros" className="books page" />
  }
  return (
    <div className="books page">
      <div className="books-bar row gap-3 wrap">
        <BackLink to={`/rifas/${id}`} label="Volver a la rifa" />
        <h2 className="heading grow">Los libros</h2>
        <div className="books-tools narrow-line row gap-3 wrap thumbs">
          <a className="btn" href={`/api/panel/rifas/${id}/libros/excel`} download>
            Excel
          </a>
          <AskButton text="Cierre del mes" ask={(close) => <MonthDialog onClose={close} />} />
          {owner ? <AskButton text="Expediente" ask={(close) => <DossierDialog id={id} onClose={close} />} /> : null}
          <Button text="Imprimir" onClick={() => print()} />
        </div>
      </div>
      <StaleNotice query={query} />
      <Total books={data} />
      <div className="books-list gap-4 grid high">
        {data.metodos.map((row) => (
          <Method key={`${row.metodo_id} ${row.titulo} ${row.moneda}`} row={row} />
        ))}
      </div>
      {data.cuentas.length === 0 ? null : (
        <>
          <h3 className="subheading">Las cuentas, con todo lo que les llegó</h3>
          <div className="books-list gap-4 grid high">
            {data.cuentas.map((account) => (
              <Account key={`${account.metodo_id} ${account.moneda}`} account={account} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function Total({ books: { rifa, total, hecho_en } }: { books: Books }) {
  return (
    <section className="card books-sheet pad-4-5 scrolls-x stack gap-3" aria-labelledby="libros-total">
      <header className="stack gap-1">
        <h3 id="libros-total">{rifa.titulo}</h3>
        <p className="faint small">{formatInstant(Date.parse(hecho_en) as Instant)}</p>
        <p className="soft compact">{countText(total)}</p>
      </header>
      <Sums caption="Toda la rifa" names={FIGURE_NAMES} sums={{ VES: total.ves, USD: total.usd }} />
      <p className="soft small">
        Recibido y lo que falta cobrar son, al céntimo, lo vendido, las diferencias aceptadas y lo que hay que devolver.
        Cada compra se cuenta a la tasa que se le prometió.
      </p>
    </section>
  )
}

function Method({ row }: { row: BookRow }) {
  return (
    <section className="card books-sheet pad-4-5 scrolls-x stack gap-3" aria-label={row.titulo}>
      <header className="stack gap-1">
        <h3>{row.titulo}</h3>
        <p className="soft compact">{countText(row)}</p>
      </header>
      <Sums
        caption={row.titulo}
        names={FIGURE_NAMES}
        sums={row.moneda === 'COP' ? { COP: row.propia } : { VES: row.ves, USD: row.usd }}
      />
      <Notes row={row} />
    </section>
  )
}

function Notes({ row }: { row: BookRow }) {
  const said: string[] = []
  if (row.sin_tasa > 0) said.push(`${counted(row.sin_tasa, 'compra')} sin tasa: solo en la moneda en que se paga.`)
  if (row.sin_monto > 0) said.push(`${counted(row.sin_monto, 'compra')} sin monto conocido: cuenta lo que llegó.`)
  return said.length === 0 ? null : (
    <ul className="stack gap-1 soft small">
      {said.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Account({ account }: { account: BookAccount }) {
  return (
    <section className="card books-sheet pad-4-5 scrolls-x stack gap-3" aria-label={`Cuenta ${account.titulo}`}>
      <h3>{account.titulo}</h3>
      <Sums caption={`Cuenta ${account.titulo}`} names={ACCOUNT_NAMES} sums={{ [account.moneda]: account }} />
    </section>
  )
}

const CURRENCIES = { VES: 'Bolívares', USD: 'Dólares', COP: '' }
type Book = keyof typeof CURRENCIES

/** Figures by their names, in each of these currencies. */
function Sums<Of extends string>(props: {
  caption: string
  names: readonly (readonly [of: Of, name: string])[]
  sums: { [Currency in Book]?: Record<Of, string> }
}) {
  const sums = Object.entries(props.sums) as [Book, Record<Of, string>][]
  const shown = props.names.filter(([of]) => !SELDOM.has(of) || sums.some(([, amounts]) => amounts[of] !== NONE))
  return (
    <table className="books-sums compact">
      <caption className="sr">{props.caption}</caption>
      {sums.length === 1 ? null : (
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Qué</span>
            </th>
            {sums.map(([currency]) => (
              <th key={currency} scope="col">
                {CURRENCIES[currency]}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {shown.map(([of, name], at) => (
          <tr
            key={of}
            // Rows next to the sum are set apart from it.
            className={
              of === 'vendido' || of === 'entro'
                ? 'books-sum strong'
                : shown[at - 1]?.[0] === 'devolver'
                  ? 'line-above'
                  : undefined
            }
          >
            <th scope="row">{name}</th>
            {sums.map(([currency, amounts]) => (
              <td key={currency} className="whole">
                {formatSum(amounts[of], currency)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function countText({ confirmadas, en_revision, caidas, boletos }: Books['total']): string {
  const parts = [
    confirmadas > 0 && `${counted(confirmadas, 'compra confirmada', 'compras confirmadas')}`,
    en_revision > 0 && `${counted(en_revision, 'compra')} en revisión`,
    caidas > 0 && `${counted(caidas, 'compra rechazada o anulada', 'compras rechazadas o anuladas')}`,
  ].filter(Boolean)
  return `${counted(boletos, 'boleto')} · ${parts.length === 0 ? 'ninguna compra' : parts.join(', ')}`
}

/** Content of the dossier, and a fresh code. */
function DossierDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <FreshCodeDialog
      title="Descargar el expediente"
      lead="Un zip para tu contador o para quien te supervisa: libros, compras, dinero, diario y sorteo, con el código de control de cada archivo y una página que dice cómo comprobarlo. Nombra a tus compradores: dáselo solo a quien deba verlo."
      action="Descargar"
      onConfirm={(codigo) => takeFile(`/rifas/${id}/expediente`, { codigo })}
      onClose={onClose}
    />
  )
}

/** The books of all raffles of one month, in a file for the accountant. */
function MonthDialog({ onClose }: { onClose: () => void }) {
  const [mes, setMes] = useState(dayInCaracas(serverNow() as Instant).slice(0, 7))
  const take = useMutation({ mutationFn: () => takeFile(`/libros/mes/excel?mes=${mes}`), onSuccess: onClose })
  return (
    <AskDialog
      label="Cierre del mes"
      lead="Un Excel de todas tus rifas: lo que confirmaste en el mes por rifa y método, lo que devolviste, y lo que entró y salió de cada cuenta, con sus comisiones. Sin nombres."
      deed={take}
      leave="Cancelar"
      action="Descargar"
      why={/^20\d{2}-\d{2}$/.test(mes) ? '' : 'Elige el mes, como 2026-11.'}
      onConfirm={() => take.mutate()}
      onClose={onClose}
    >
      <Field
        label="Mes"
        name="mes"
        type="month"
        value={mes}
        onChange={({ currentTarget }) => setMes(currentTarget.value)}
      />
    </AskDialog>
  )
}
