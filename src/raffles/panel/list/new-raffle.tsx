import { useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { useDeed } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { newKey } from '#platform/web/kept.ts'
import { currency, selection } from '../../contract.ts'
import { digitsOf, numberText } from '../../digits.ts'
import { draftOf, readDraft } from '../../raffle-draft.ts'
import { newRaffle } from '../../raffle-fields.ts'
import { CURRENCIES, SELECTIONS } from '../editor/raffle-field.tsx'
import { NEW_RAFFLE } from '../use-raffle-deed.ts'
import '../raffles.css'

const DEFAULTS = draftOf({ ...newRaffle.parse({ titulo: '-', precio: '1', total_numeros: 100 }), digitos: 2 })

const ASKED = ['titulo', 'precio', 'moneda', 'total_numeros', 'seleccion'] as const

/** Draft of a raffle that does not exist yet, with the key by which a second sending makes no second raffle. */
const startOf = z.object({
  titulo: z.string(),
  precio: z.string(),
  moneda: currency,
  total_numeros: z.string(),
  seleccion: selection,
  clave: z.string(),
})

const BLANK = startOf.parse({ ...DEFAULTS, titulo: '', precio: '', total_numeros: '1.000', clave: '' })

const readStart = (start: typeof BLANK) => readDraft({ ...DEFAULTS, ...start })

/** Three answers make a draft; everything else has a default and is changed next to its preview. */
export function NewRaffle() {
  const [first] = useState(() => ({ ...BLANK, clave: newKey() }))
  const form = useForm({
    saved: BLANK,
    draftOf: (saved) => saved,
    first,
    check(start) {
      const { problems } = readStart(start)
      return Object.fromEntries(ASKED.map((name) => [name, problems[name]]))
    },
    // Of this tab only: the raffle that another tab begins is another one, with a key of its own.
    keep: { where: 'sessionStorage', name: 'panel-rifa-nueva', base: startOf, draft: startOf },
  })
  const create = useDeed('POST /api/panel/rifas', NEW_RAFFLE)
  const [, navigate] = useLocation()
  const { draft: start, change } = form
  const { fields } = readStart(start)
  const total = fields.total_numeros

  function send() {
    const { titulo = '', precio = '', moneda, total_numeros = 0, seleccion } = fields
    create.mutate(
      { body: { clave: start.clave, campos: { titulo, precio, moneda, total_numeros, seleccion } } },
      {
        onSuccess: (raffle) => {
          form.forget()
          navigate(`/rifas/${raffle.id}`, { replace: true })
        },
        onError: (error) => {
          // That key made another raffle, which is shown; the typed values would be a new one.
          if (readFailure(error).code === 'CLAVE_REUTILIZADA') change({ clave: newKey() })
          form.refused(error)
        },
      },
    )
  }

  return (
    <form className="new-raffle page page-barred gap-5" noValidate onSubmit={form.submit(send)} aria-label="Nueva rifa">
      <BackHead
        to="/rifas"
        back="Volver a las rifas"
        title="Nueva rifa"
        says="Con esto queda en borrador. La foto y el resto vienen después, y nadie la ve todavía."
      />
      <Field label="Qué se rifa" {...form.field('titulo')} maxLength={120} placeholder="Moto 150 cc cero kilómetros" />
      <div className="pair">
        <Field label="Precio por boleto" {...form.field('precio')} inputMode="decimal" />
        <Choice
          label="En"
          name="moneda"
          value={start.moneda}
          options={CURRENCIES}
          onChange={(moneda) => change({ moneda })}
        />
      </div>
      <Field
        label="Cuántos números"
        {...form.field('total_numeros')}
        inputMode="numeric"
        hint={
          total === undefined
            ? 'No se puede cambiar después de la primera venta.'
            : `Del ${numberText(0, digitsOf(total))} al ${numberText(total - 1, digitsOf(total))}. No se puede cambiar después de la primera venta.`
        }
      />
      <Choice
        label="Quién elige los números"
        name="seleccion"
        value={start.seleccion}
        options={SELECTIONS}
        onChange={(seleccion) => change({ seleccion })}
      />
      {form.wrong ? null : <Failure of={create.error} />}
      <div className="save-bar save-bar-lined">
        <p className="faint small" aria-live="polite">
          {form.wrong ? 'Revisa lo marcado.' : ''}
        </p>
        <Button
          look="go"
          text={create.isPending ? 'Creando…' : 'Crear el borrador'}
          type="submit"
          pending={create.isPending}
        />
      </div>
    </form>
  )
}
