import { useState } from 'react'
import { Field, SelectField, TextField } from '#platform/panel/parts/field.tsx'
import { BANK_TEXTS } from '../banks.ts'
import { type MethodData, salesPage } from '../contract.ts'
import { type FieldRule, FORM_RULES, type FormField } from '../method-forms.ts'
import { PAGE_PATHS } from '../method-lines.ts'
import type { MethodForm } from '../methods.ts'
import type { MethodDraft } from './method-draft.ts'

interface Props {
  form: MethodForm
  draft: MethodDraft
  problems: Partial<Record<keyof MethodData, string>>
  onChange: (changes: Partial<MethodDraft>) => void
}

const KEYBOARDS: Record<FormField, 'text' | 'tel' | 'email' | 'numeric' | 'decimal'> = {
  banco: 'text',
  numeroCuenta: 'numeric',
  cedula: 'text',
  telefono: 'tel',
  email: 'email',
  nombre: 'text',
  precio_por_boleto: 'decimal',
}

/** What that kind of method needs, by its table. */
export function MethodFields({ form, draft, problems, onChange }: Props) {
  return (
    <>
      <Field
        label="Nombre para el comprador"
        name="titulo"
        maxLength={40}
        value={draft.titulo}
        onChange={({ target }) => onChange({ titulo: target.value })}
        problem={problems.titulo}
      />
      {FORM_RULES[form].fields.map((rule) =>
        rule.field === 'banco' ? (
          <BankField key={rule.field} value={draft.banco} problem={problems.banco} onChange={onChange} />
        ) : (
          <PlainField key={rule.field} rule={rule} draft={draft} problems={problems} onChange={onChange} />
        ),
      )}
      <TextField
        label="Instrucciones (opcional)"
        name="instrucciones"
        maxLength={400}
        value={draft.instrucciones}
        hint="Se leen bajo los datos: «Escribe tu cédula en el concepto»."
        onChange={({ target }) => onChange({ instrucciones: target.value })}
        problem={problems.instrucciones}
      />
      <fieldset className="pages">
        <legend>Dónde se ofrece</legend>
        {salesPage.options.map((page) => (
          <label key={page} className="tick">
            <input
              type="checkbox"
              checked={draft.paginas.includes(page)}
              onChange={({ target }) =>
                onChange({
                  paginas: salesPage.options.filter((each) =>
                    each === page ? target.checked : draft.paginas.includes(each),
                  ),
                })
              }
            />
            <span>{PAGE_PATHS[page]}</span>
          </label>
        ))}
        <p className="field-hint">Sin ninguna, el método queda apagado y guarda sus datos.</p>
      </fieldset>
    </>
  )
}

function PlainField({ rule, draft, problems, onChange }: Omit<Props, 'form'> & { rule: FieldRule }) {
  const { field, label, hint, needed } = rule
  return (
    <Field
      label={needed === 'no' ? `${label} (opcional)` : label}
      name={field}
      inputMode={KEYBOARDS[field]}
      autoComplete="off"
      autoCapitalize={field === 'nombre' ? 'words' : 'none'}
      spellCheck={false}
      value={draft[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
      problem={problems[field]}
      {...(hint ? { hint } : {})}
    />
  )
}

const OTHER = 'otro'

/** A bank of the list, or one that the list does not have yet. */
function BankField(props: { value: string; problem: string | undefined; onChange: Props['onChange'] }) {
  const { value, problem, onChange } = props
  const [other, setOther] = useState(value !== '' && !BANK_TEXTS.includes(value))
  return (
    <>
      <SelectField
        label="Banco"
        name={other ? 'banco-lista' : 'banco'}
        value={other ? OTHER : value}
        onChange={({ target }) => {
          setOther(target.value === OTHER)
          onChange({ banco: target.value === OTHER ? '' : target.value })
        }}
        problem={other ? undefined : problem}
      >
        <option value="">Elige un banco</option>
        {BANK_TEXTS.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
        <option value={OTHER}>Otro banco…</option>
      </SelectField>
      {other ? (
        <Field
          label="Código y nombre del banco"
          name="banco"
          value={value}
          maxLength={60}
          hint="Como 0134 Banesco"
          onChange={({ target }) => onChange({ banco: target.value })}
          problem={problem}
        />
      ) : null}
    </>
  )
}
