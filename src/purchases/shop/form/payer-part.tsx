import { useState } from 'react'
import { BANKS } from '#payment-methods/banks.ts'
import { Button } from '#platform/web/button.tsx'
import { Field, TextField } from '#platform/web/field.tsx'
import { formatPhoneInput } from '../../phone.ts'
import { NO_PAYER, type PayerField, type PayerFields, saidOfPayer } from '../../rules.ts'
import { focusOnMount } from './date-field.tsx'

interface Props {
  payer: PayerFields
  errors: Partial<Record<PayerField, string | undefined>>
  onChange: (change: Partial<PayerFields>) => void
  /** A field was left: it may be judged now. */
  onLeave?: (field: PayerField) => void
  /** The buyer said before that another one paid, and does not say so any more. */
  onOwn?: () => void
}

/** Payer, if not the buyer: banks name a relative's bank, phone and cédula with the money. */
export function PayerPart({ payer, errors, onChange, onLeave, onOwn }: Props) {
  const [opened, setOpened] = useState<boolean | 'before'>(() => Object.keys(saidOfPayer(payer)).length > 0 && 'before')
  if (!opened) {
    return (
      <p className="other-day">
        <Button look="link" text="¿Pagó otra persona?" onClick={() => setOpened(true)} />
      </p>
    )
  }
  const typed = (field: PayerField) => ({
    className: 'input',
    value: payer[field],
    onBlur: () => onLeave?.(field),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  return (
    <section className="panel payer" aria-label="Quién pagó">
      <b>Quién pagó</b>
      <Field name="pagador_banco" label="Su banco" error={errors.pagador_banco}>
        {(control) => (
          <select {...control} {...typed('pagador_banco')} ref={opened === true ? focusOnMount : undefined}>
            <option value="">No lo sé</option>
            {BANKS.map(([codigo, nombre]) => (
              <option key={codigo} value={codigo}>
                {codigo} {nombre}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        name="pagador_cedula"
        label="Su cédula o RIF"
        error={errors.pagador_cedula}
        {...typed('pagador_cedula')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        placeholder="V12345678"
      />
      <TextField
        name="pagador_telefono"
        label="Su teléfono"
        error={errors.pagador_telefono}
        {...typed('pagador_telefono')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="04121234567"
        onChange={(event) =>
          onChange({ pagador_telefono: formatPhoneInput(event.target.value, payer.pagador_telefono) })
        }
      />
      <p className="other-day">
        <span className="small">Escribe lo que sepas: con eso encontramos el pago.</span>
        <Button
          look="link"
          text="Pagué yo"
          onClick={() => {
            onChange(NO_PAYER)
            onOwn?.()
            setOpened(false)
          }}
        />
      </p>
    </section>
  )
}
