import { useEffect } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { METHOD_NAMES, type MethodKind } from '#payment-methods/methods.ts'
import { counted, formatMoney, type Money, parseMoney, parseRate } from '#platform/money.ts'
import type { PanelFailure } from '#platform/panel/api.ts'
import { useOnline } from '#platform/panel/device.ts'
import { type Problems, problemsIn, useProblems } from '#platform/panel/form/problems.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Failure, Field, FieldProblem, SelectField } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { makeQuote } from '#tickets/quote.ts'
import { owedSum } from '../../owed-sum.ts'
import { formatPhoneInput } from '../../phone.ts'
import { PROOF_ACCEPT } from '../../proof.ts'
import { checkPerson } from '../../rules.ts'
import type { SaleChoices, SoldRaffle } from '../../sale-contract.ts'
import { takenIn } from '../sheet/contact-dialog.tsx'
import { SellNumbers, SellQuantity } from './sell-tickets.tsx'
import type { SaleDraft } from './use-sale.ts'

const CASH = { USD: 'Efectivo en $', VES: 'Efectivo en Bs.' } as const
const BOTH = ['USD', 'VES'] as const

/** Tickets, buyer and payment of a sale, on one screen: it is filled in while the buyer is on the phone. */
export function SellForm(props: {
  choices: SaleChoices
  draft: SaleDraft
  /** Sales without cash stay in review: a vendor sees no account. */
  onlyCash: boolean
  pending: boolean
  /** Why the server did not take it. */
  refusal: PanelFailure | null
  onDraft: (draft: SaleDraft) => void
  onSell: (sale: SaleDraft, total: string, rifa: string) => void
}) {
  const { choices, draft, pending, refusal, onDraft } = props
  const online = useOnline()
  const { shown: problems, show, clear } = useProblems()
  useEffect(() => void show(refusal ? problemsOf(refusal) : {}), [refusal, show])
  const raffle = choices.rifas.find(({ id }) => id === draft.rifa) ?? choices.rifas[0]
  if (!raffle) return null
  const set = (changes: Partial<SaleDraft>) => {
    onDraft({ ...draft, ...changes })
    clear(changes)
  }
  const picked = draft.numeros
  const count = picked === null ? draft.cantidad : picked.length
  const cash = (raffle.tasa === null ? null : draft.efectivo) ?? raffle.moneda
  const totals = saleTotals(raffle, choices.metodos, draft.metodo ?? cash, count)
  const mayConfirm = !props.onlyCash || draft.metodo === null
  const few = count < raffle.minimo || count > raffle.maximo

  const control = (name: 'nombre' | 'cedula' | 'telefono' | 'correo' | 'referencia') => ({
    name,
    value: draft[name],
    problem: problems[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      set({ [name]: name === 'telefono' ? formatPhoneInput(target.value, draft.telefono) : target.value }),
  })

  function submit(form: HTMLFormElement, confirmar: boolean) {
    if (pending || !online || !raffle) return
    const wrong: Problems = {
      ...checkPerson(draft, draft.metodo ?? 'efectivo'),
      ...(draft.correo.trim() === '' && { correo: undefined }),
      ...(draft.metodo === null && { referencia: undefined }),
      ...(few && { cantidad: `De ${raffle.minimo} a ${raffle.maximo} boletos en cada compra.` }),
    }
    if (!show(wrong, form)) return
    props.onSell({ ...draft, efectivo: cash, rifa: raffle.id, cantidad: count, confirmar }, totals.total, raffle.titulo)
  }

  return (
    <form
      className="sell grid measure gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget, mayConfirm)
      }}
    >
      <fieldset className="sell-part shrinks pad-end-5 line-below stack gap-4" disabled={pending}>
        <legend>Boletos</legend>
        {choices.rifas.length > 1 ? (
          <SelectField
            label="Rifa"
            options={choices.rifas.map(({ id, titulo }) => [id, titulo])}
            name="rifa"
            value={raffle.id}
            onChange={({ target }) => {
              const next = choices.rifas.find(({ id }) => id === Number(target.value))
              set({
                rifa: Number(target.value),
                numeros: next?.seleccion === 'manual' ? [] : null,
                cantidad: next?.minimo ?? draft.cantidad,
              })
            }}
          />
        ) : (
          <p className="soft">{raffle.titulo}</p>
        )}
        {raffle.seleccion === 'ambas' ? (
          <Segments
            label="Cómo se dan los números"
            value={picked === null ? 'azar' : 'mano'}
            options={[
              { value: 'azar', name: 'Al azar' },
              { value: 'mano', name: 'Los que diga' },
            ]}
            onChange={(way) => set({ numeros: way === 'mano' ? [] : null })}
          />
        ) : null}
        {picked === null ? (
          <SellQuantity
            raffle={raffle}
            value={draft.cantidad}
            problem={problems['cantidad']}
            onChange={(cantidad) => set({ cantidad })}
          />
        ) : (
          <SellNumbers raffle={raffle} picked={picked} onPick={(numeros) => set({ numeros })} />
        )}
        {picked !== null && problems['cantidad'] ? <FieldProblem>{problems['cantidad']}</FieldProblem> : null}
      </fieldset>

      <fieldset className="sell-part shrinks pad-end-5 line-below stack gap-4" disabled={pending}>
        <legend>Comprador</legend>
        <Field label="Cédula" inputMode="numeric" {...control('cedula')} />
        <Field label="Nombre y apellido" autoCapitalize="words" {...control('nombre')} />
        <Field label="Teléfono" type="tel" inputMode="tel" {...control('telefono')} />
        <Field
          label="Correo (si tiene)"
          type="email"
          inputMode="email"
          spellCheck={false}
          hint={byMail('Sin correo, le das los números por WhatsApp o impresos.')}
          {...control('correo')}
        />
      </fieldset>

      <fieldset className="sell-part shrinks pad-end-5 line-below stack gap-4" disabled={pending}>
        <legend>Pago</legend>
        <Choice
          label="Cómo pagó"
          name="metodo"
          value={draft.metodo ?? cash}
          options={[
            ...(raffle.tasa === null ? [raffle.moneda] : BOTH).map((value) => ({ value, label: CASH[value] })),
            ...[...new Set(choices.metodos.map(({ tipo }) => tipo))].map((tipo) => ({
              value: tipo,
              label: METHOD_NAMES[tipo],
            })),
          ]}
          onChange={(value) =>
            value === 'USD' || value === 'VES'
              ? set({ metodo: null, efectivo: value })
              : set({ metodo: value as SaleDraft['metodo'] })
          }
        />
        {draft.metodo === null ? null : (
          <>
            <Field label="Referencia" {...control('referencia')} />
            <SellProof proof={draft.comprobante} says="Si lo tienes." onPick={(comprobante) => set({ comprobante })} />
          </>
        )}
      </fieldset>

      <div className="sell-bar stays canvas pad-y-3 line-above stack gap-3">
        <p className="flow gap-x-3 wrap baseline">
          <span className="soft small">A cobrar por {counted(count, 'boleto')}</span>
          <strong className="title">{totals.owed}</strong>
          {totals.also === '' ? null : <span className="soft small">{totals.also}</span>}
        </p>
        {refusal && Object.keys(problemsOf(refusal)).length === 0 ? <Failure of={refusal} /> : null}
        <div className="sell-actions flow wrap">
          {mayConfirm ? (
            <Button
              text="En revisión"
              aria-label="Dejar en revisión"
              disabled={pending || !online}
              onClick={({ currentTarget }) => currentTarget.form && submit(currentTarget.form, false)}
            />
          ) : null}
          <Button
            look="go"
            text={pending ? 'Registrando…' : mayConfirm ? 'Cobré: dar los números' : 'Dejar en revisión'}
            type="submit"
            pending={pending}
            disabled={!online}
          />
        </div>
        {mayConfirm ? null : (
          <p className="soft small">Quien ve la cuenta confirma ese pago, y ahí salen los números.</p>
        )}
        {online ? null : <p className="soft small">Sin conexión: lo escrito se queda aquí.</p>}
      </div>
    </form>
  )
}

function problemsOf(refusal: PanelFailure): Problems {
  const payment = refusal.code === 'REGISTRO_DUPLICADO' && refusal.body['campo'] === 'referencia'
  return {
    ...problemsIn(refusal),
    ...takenIn(refusal),
    ...(payment && { referencia: 'Esa persona ya reportó ese pago.' }),
  }
}

/** The buyer's total for that many tickets, by that method or in cash of that money, as the server will reckon it. */
function saleTotals(
  raffle: SoldRaffle,
  methods: SaleChoices['metodos'],
  by: MethodKind | 'USD' | 'VES',
  count: number,
) {
  const tasa = parseRate(raffle.tasa ?? '')
  const quote = makeQuote(
    { precio: parseMoney(raffle.precio) ?? ('0.00' as Money), moneda: raffle.moneda },
    count,
    tasa && { tasa, nombre: '', fecha: '', verificada: true },
  )
  const own = formatMoney(quote.total as Money, raffle.moneda)
  const cash = by === 'USD' || by === 'VES' ? { moneda: by, precio_por_boleto: null } : undefined
  const method = cash ?? methods.find(({ tipo }) => tipo === by)
  const owed = method ? owedSum(method, quote) : null
  const shown = owed === null || !method ? own : formatMoney(owed, method.moneda)
  return { total: quote.total, owed: shown, also: shown === own ? '' : own }
}

/** The picture of the payment. @param says text next to it while there is none. */
export function SellProof(props: { proof: File | null; says: string; onPick: (proof: File | null) => void }) {
  return (
    <div className="row gap-3 wrap">
      <label className="btn ring target">
        <Icon name="file" />
        {props.proof ? 'Cambiar comprobante' : 'Agregar comprobante'}
        <input
          className="sr"
          type="file"
          accept={PROOF_ACCEPT}
          onChange={({ currentTarget }) => props.onPick(currentTarget.files?.[0] ?? null)}
        />
      </label>
      <span className="faint small">{props.proof?.name ?? props.says}</span>
    </div>
  )
}
