import type { ReactNode } from 'react'
import { withoutHidden } from '#platform/hidden-signs.ts'
import { Field, TextField } from '#platform/web/field.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { type CedulaPrefix, isRif } from '../../cedula.ts'
import { findReferences, tidyReference } from '../../find-references.ts'
import { formatPhoneInput, knownPrefix } from '../../phone.ts'
import type { PersonField } from '../../rules.ts'
import type { Draft } from '../purchase-state.ts'
import type { Errors } from './draft.ts'

interface Props {
  draft: Draft
  errors: Errors
  onChange: (change: Partial<Draft>) => void
  /** A field was left: it may be judged now. */
  onLeave: (field: PersonField) => void
  /** The pasted text is no reference; of several the person says which. */
  onAsk: (what: PasteProblem, found: readonly string[]) => void
  mailHint: ReactNode
}

/** The browser keeps the clipboard from the page, there is no text in it, no reference, or several. */
export type PasteProblem = 'paste' | 'empty' | 'none' | 'several'

/** Name, cédula, phone, mail and reference: the fields that the visitor types. */
export function PersonFields({ draft, errors, onChange, onLeave, onAsk, mailHint }: Props) {
  const typed = (field: PersonField) => ({
    className: 'input',
    required: true,
    value: draft[field],
    onBlur: () => onLeave(field),
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [field]: target.value }),
  })
  const line = (field: PersonField) => ({ ...typed(field), name: field, error: errors[field] })

  /** People copy a bank's message: the reference is taken out of it. */
  async function take(copied: () => string | Promise<string>): Promise<void> {
    try {
      const text = await copied()
      const found = findReferences(text)
      const [only] = found
      if (found.length === 1 && only !== undefined) onChange({ referencia: only })
      else onAsk(text.trim() === '' ? 'empty' : only === undefined ? 'none' : 'several', found)
    } catch {
      onAsk('paste', [])
    }
  }

  return (
    <>
      <TextField
        label="Nombre y apellido"
        {...line('nombre')}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={120}
        placeholder="Como en tu cédula"
      />
      <div className="pair">
        <Field
          name="cedula"
          label="Cédula"
          hint={isRif(draft.prefijo, draft.cedula) && '¿Es tu RIF? Escribe tu cédula, sin el último dígito.'}
          error={errors.cedula}
        >
          {(control) => (
            <div className="joined">
              <select
                aria-label="Tipo de cédula"
                value={draft.prefijo}
                onChange={(event) => onChange({ prefijo: event.target.value as CedulaPrefix })}
              >
                <option value="V">V</option>
                <option value="E">E</option>
              </select>
              <input
                {...control}
                {...typed('cedula')}
                inputMode="numeric"
                maxLength={20}
                placeholder="12345678"
                onChange={(event) => onChange(readCedula(event.target.value))}
              />
            </div>
          )}
        </Field>
        <TextField
          label="Teléfono"
          hint={phoneHint(draft.telefono)}
          {...line('telefono')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="04121234567"
          onChange={(event) => onChange({ telefono: formatPhoneInput(event.target.value, draft.telefono) })}
        />
      </div>
      <div className="pair">
        <TextField
          label="Correo"
          hint={mailHint}
          {...line('correo')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          placeholder="nombre@correo.com"
        />
        <Field name="referencia" label="Referencia del pago" error={errors.referencia}>
          {(control) => (
            <div className="joined">
              <input
                {...control}
                {...typed('referencia')}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                placeholder="Como sale en tu comprobante"
                onBlur={({ target }) => {
                  onLeave('referencia')
                  onChange({ referencia: tidyReference(target.value) })
                }}
                onPaste={(event) => {
                  const text = event.clipboardData.getData('text')
                  // A text of only letters and digits goes where it was pasted.
                  if (/^\w{0,40}$/.test(text.trim())) return
                  event.preventDefault()
                  take(() => text)
                }}
              />
              <button type="button" onClick={() => take(() => navigator.clipboard.readText())}>
                <Icon name="paste" small />
                Pegar
              </button>
            </div>
          )}
        </Field>
      </div>
    </>
  )
}

/** A letter typed or pasted before the digits moves to the prefix, and the signs between them are removed. */
function readCedula(text: string): Partial<Draft> {
  const cedula = withoutHidden(text).replace(/[\s.\-–—_]/g, '')
  const letter = /^[ve](?=\d|$)/i.exec(cedula)?.[0].toUpperCase()
  return letter ? { prefijo: letter as CedulaPrefix, cedula: cedula.slice(1) } : { cedula }
}

function phoneHint(phone: string): string {
  return phone.length === 11 && !knownPrefix(phone)
    ? 'No conocemos ese prefijo: revísalo'
    : '11 dígitos, empieza por 04'
}
