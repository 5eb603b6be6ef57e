import { useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import type { Form } from '#platform/panel/form/use-form.ts'
import { Check } from '#platform/panel/parts/choice.tsx'
import { Field, SelectField, TextField } from '#platform/panel/parts/field.tsx'
import { BANK_TEXTS } from '../banks.ts'
import { type MethodData, type PanelMethod, type SalesPage, salesPage } from '../contract.ts'
import { FORM_RULES, type FormField } from '../method-forms.ts'
import { PAGE_PATHS } from '../method-lines.ts'
import type { MethodForm } from '../methods.ts'

/** Values of the form: every field is text while it is typed. */
export type MethodDraft = Omit<MethodData, 'precio_por_boleto'> & { precio_por_boleto: string; paginas: SalesPage[] }

type Edit = Form<PanelMethod | null, MethodDraft>

const KEYBOARDS: Partial<Record<FormField, 'tel' | 'email' | 'numeric' | 'decimal'>> = {
  numeroCuenta: 'numeric',
  telefono: 'tel',
  email: 'email',
  precio_por_boleto: 'decimal',
}

/** Fields of that kind of method, by its table. */
export function MethodFields({ form, edit }: { form: MethodForm; edit: Edit }) {
  const { draft } = edit
  const names = usePageNames()
  return (
    <>
      <fieldset className="pages gap-1-6 flow wrap">
        <legend>En qué rifas se ofrece</legend>
        {salesPage.options.map((page) => (
          <Check
            key={page}
            label={names[page]}
            checked={draft.paginas.includes(page)}
            onChange={(on) =>
              edit.change({
                paginas: salesPage.options.filter((each) => (each === page ? on : draft.paginas.includes(each))),
              })
            }
          />
        ))}
        <p className="field-hint">Sin ninguna queda apagado: nadie lo ve, y guarda sus datos.</p>
      </fieldset>
      <Field label="Nombre para el comprador" maxLength={40} {...edit.field('titulo')} />
      {FORM_RULES[form].fields.map(({ field, label, hint, needed }) =>
        field === 'banco' ? (
          <BankField key={field} edit={edit} />
        ) : (
          <Field
            key={field}
            label={needed === 'no' ? `${label} (opcional)` : label}
            {...edit.field(field)}
            inputMode={KEYBOARDS[field] ?? 'text'}
            autoCapitalize={field === 'nombre' ? 'words' : 'none'}
            spellCheck={false}
            hint={hint}
          />
        ),
      )}
      <TextField
        label="Instrucciones (opcional)"
        maxLength={400}
        hint="Se leen bajo los datos: «Escribe tu cédula en el concepto»."
        {...edit.field('instrucciones')}
      />
    </>
  )
}

const OTHER = 'otro'

/** A bank of the list, or one that the list does not have yet. */
function BankField({ edit }: { edit: Edit }) {
  const { value, problem } = edit.field('banco')
  const [other, setOther] = useState(value !== '' && !BANK_TEXTS.includes(value))
  return (
    <>
      <SelectField
        label="Banco"
        options={[['', 'Elige un banco'], ...BANK_TEXTS.map((text) => [text, text] as const), [OTHER, 'Otro banco…']]}
        name={other ? 'banco-lista' : 'banco'}
        value={other ? OTHER : value}
        onChange={({ target }) => {
          setOther(target.value === OTHER)
          edit.change({ banco: target.value === OTHER ? '' : target.value })
        }}
        problem={other ? undefined : problem}
      />
      {other ? (
        <Field label="Código y nombre del banco" maxLength={60} hint="Como 0134 Banesco" {...edit.field('banco')} />
      ) : null}
    </>
  )
}

/** Names of the pages for their owner: `Moto 200 cc (/rifa)`. The first page's methods also pay the raffles of their own address. */
export function usePageNames(): Record<SalesPage, string> {
  const raffles = useAsk('GET /api/panel/rifas').data?.rifas ?? []
  const name = (page: SalesPage) => {
    const shown = raffles.find(({ paginas }) => paginas.includes(page))
    return shown === undefined ? PAGE_PATHS[page] : `${shown.titulo} (${PAGE_PATHS[page]})`
  }
  const others = raffles.some(
    ({ paginas, estado }) => paginas.length === 0 && ['publicada', 'pausada'].includes(estado),
  )
  return { A: `${name('A')}${others ? ' y las demás en venta' : ''}`, B: name('B') }
}
