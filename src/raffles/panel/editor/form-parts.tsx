import { useState } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { formatCount, formatMoney, formatRate, type Money, type Rate } from '#platform/money.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { TextField } from '#platform/panel/parts/field.tsx'
import { digitsOf, numberText } from '../../digits.ts'
import { readDraft } from '../../raffle-draft.ts'
import { RAFFLE_FIELDS, type RaffleFields } from '../../raffle-fields.ts'
import { htmlOf, marksOf } from './marks.ts'
import { PromotionWarning } from './promotion-warning.tsx'
import {
  CURRENCIES,
  type FormPart,
  FormSection,
  LockReason,
  RaffleCheck,
  RaffleTextField,
  SELECTIONS,
} from './raffle-field.tsx'

const PRICES = ['precio', 'tasa_usd'] as const

/** Title, prize and description: the text for visitors. */
export function ShownPart({ part }: { part: FormPart }) {
  const { draft } = part.form
  return (
    <FormSection id="lo-que-se-ve" title="Lo que se ve">
      <RaffleTextField of={part} name="titulo" maxLength={120} />
      <PromotionWarning what="El título" text={draft.titulo} />
      <RaffleTextField
        of={part}
        name="premio"
        maxLength={200}
        hint={byMail('Como saldrá en Rifas anteriores y en los correos.', 'Como saldrá en Rifas anteriores.')}
      />
      <PromotionWarning what="El premio" text={draft.premio} />
      <DescriptionField of={part} />
      <PromotionWarning what="La descripción" text={draft.descripcion} />
    </FormSection>
  )
}

/** Price of a ticket, and the numbers. */
export function PricePart({ part, sold }: { part: FormPart; sold: boolean }) {
  const { form } = part
  const { draft, change } = form
  const { fields } = readDraft(draft)
  const total = fields.total_numeros
  const digits = Number(draft.digitos)
  return (
    <FormSection id="precio-y-boletos" title="Precio y boletos">
      <div className="pair pair-stacks">
        <RaffleTextField
          of={part}
          name="precio"
          inputMode="decimal"
          hint={sold ? 'Vale para lo que se venda desde ahora. Lo vendido conserva su precio.' : undefined}
        />
        <Choice {...choiceOf(part, 'moneda')} options={CURRENCIES} onChange={(moneda) => change({ moneda })} />
        <RaffleTextField
          of={part}
          name="total_numeros"
          inputMode="numeric"
          onChange={({ target }) => {
            const typed = readDraft({ ...draft, total_numeros: target.value }).fields.total_numeros
            change({
              total_numeros: target.value,
              ...(typed === undefined ? {} : { digitos: String(digitsOf(typed)) }),
            })
          }}
        />
        <RaffleTextField
          of={part}
          name="digitos"
          inputMode="numeric"
          hint={
            total !== undefined && digits >= 2 && digits <= 8
              ? `Del ${numberText(0, digits)} al ${numberText(total - 1, digits)}.`
              : undefined
          }
        />
      </div>
      <RaffleTextField
        of={part}
        name="tasa_usd"
        inputMode="decimal"
        placeholder="La del día"
        hint="Bolívares por dólar solo para esta rifa. Vacía, usa la tasa de Cobros y tasas."
      />
    </FormSection>
  )
}

/** The date, and the way in which buyers get numbers. */
export function BuyingPart({ part, random }: { part: FormPart; random: string | null }) {
  const { draft, change } = part.form
  return (
    <FormSection id="como-se-compra" title="Cómo se compra">
      <RaffleTextField
        of={part}
        name="fecha"
        type="date"
        hint="Vacío, la página dice lo que diga la regla; sin regla, «Al vender 80%» o «Al agotarse»."
      />
      <Choice
        {...choiceOf(part, 'seleccion')}
        options={SELECTIONS.map((way) =>
          way.value === 'automatica' && draft.seleccion !== way.value ? { ...way, off: random ?? undefined } : way,
        )}
        onChange={(seleccion) => change({ seleccion })}
      />
      <RaffleTextField
        of={part}
        name="centimos_unicos"
        inputMode="decimal"
        placeholder="Sin céntimos"
        hint="Escribe 9,99: cada pago en bolívares lleva unos céntimos, hasta Bs. 9,99, que ningún otro tiene, y por el monto sabes de quién es. Vacío, todos pagan lo mismo."
      />
      <div className="pair pair-stacks">
        <RaffleTextField of={part} name="minimo" inputMode="numeric" hint="De 2 a 100." />
        <RaffleTextField of={part} name="maximo" inputMode="numeric" hint="De 2 a 100." />
      </div>
      <RaffleCheck of={part} name="acepta_cercanos">
        Quien pagó a la tasa que había el día de su pago, o con hasta Bs. 1,00 de diferencia (0,1 % como máximo), cuenta
        como exacto y se confirma con los exactos. Sin marcar, te pregunta por cada uno. Con céntimos únicos no se usa.
      </RaffleCheck>
      <RaffleCheck of={part} name="registro_unico">
        Cédula, teléfono y correo no se repiten en esta rifa.
      </RaffleCheck>
    </FormSection>
  )
}

/** Protection of tickets against people who do not pay. */
export function GuardPart({ part }: { part: FormPart }) {
  const cap = Number(part.form.draft.tope_sin_verificar)
  const total = readDraft(part.form.draft).fields.total_numeros
  return (
    <FormSection id="proteccion" title="Protección">
      <div className="pair pair-stacks">
        <RaffleTextField
          of={part}
          name="gracia_segundos"
          inputMode="decimal"
          hint="Cuántas horas se guardan los boletos de un pago rechazado, para que lo corrija. Máximo 168 (una semana)."
        />
        <RaffleTextField
          of={part}
          name="tope_sin_verificar"
          inputMode="numeric"
          placeholder="Sin límite"
          hint={
            total !== undefined && cap >= 1 && cap <= 100
              ? `Hasta ${formatCount(Math.floor((total * cap) / 100))} boletos a la vez entre apartados y en revisión.`
              : 'En %. Cuántos boletos pueden estar a la vez apartados o en revisión. Vacío, sin límite. Si te llenan de reportes falsos, prueba 30.'
          }
        />
      </div>
    </FormSection>
  )
}

/** Label of a choice of the raffle, and the reason why it may not change. */
function choiceOf<Name extends 'moneda' | 'seleccion'>({ form, locks }: FormPart, name: Name) {
  const lock = locks[name]
  return {
    label: RAFFLE_FIELDS[name].label,
    name,
    value: form.draft[name],
    disabled: lock !== undefined,
    hint: lock === undefined ? undefined : <LockReason>{lock}</LockReason>,
  }
}

/** Changes of the price: `Precio por boleto: $5,00 → $3,00`. None if it stays. */
export function priceLines(before: RaffleFields, changes: Partial<RaffleFields>): string[] {
  const [was, is] = [shownPrices(before), shownPrices({ ...before, ...changes })]
  return PRICES.filter((of) => was[of] !== is[of]).map((of) => `${RAFFLE_FIELDS[of].label}: ${was[of]} → ${is[of]}`)
}

function shownPrices({ precio, moneda, tasa_usd }: RaffleFields) {
  const rate = tasa_usd ? `Bs. ${formatRate(tasa_usd as Rate)}` : 'la vigente'
  return { precio: formatMoney(precio as Money, moneda), tasa_usd: rate }
}

/** The description, typed with the marks of WhatsApp above its preview. It stays as it was kept until another text is typed. */
function DescriptionField({ of: { form, locks } }: { of: FormPart }) {
  const html = form.draft.descripcion
  const [typed, setTyped] = useState(() => begin(html))
  const now = typed.html === html ? typed : begin(html)
  const lock = locks.descripcion
  const { label } = RAFFLE_FIELDS.descripcion

  function type(text: string): void {
    const next = { ...now, text, html: text === now.kept ? now.first : htmlOf(text) }
    setTyped(next)
    form.change({ descripcion: next.html })
  }

  if (lock === undefined) {
    return (
      <>
        <TextField
          label={label}
          name="descripcion"
          rows={7}
          value={now.text}
          problem={form.problems.descripcion}
          hint="Como en WhatsApp: *negrita*, _cursiva_ y «- » delante de cada línea de una lista. Un enlace: https://… o [texto](https://…)."
          onText={type}
        />
        {html !== '' && <Look name="Así se lee" html={html} />}
      </>
    )
  }
  return (
    <>
      <Look name={label} html={html} />
      <p className="field-hint">
        <LockReason>{lock}</LockReason>
      </p>
    </>
  )
}

function Look({ name, html }: { name: string; html: string }) {
  return (
    <figure className="field">
      <figcaption className="label">{name}</figcaption>
      <div
        className="description-look round dashed breaks pad-3"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: as the server keeps it, or by marks.ts, which a test holds to that.
        dangerouslySetInnerHTML={{ __html: html.replace(/\r\n?|\n/g, '<br>') }}
      />
    </figure>
  )
}

/** A description from outside. */
function begin(html: string) {
  const text = marksOf(html)
  return { first: html, html, kept: text, text }
}
