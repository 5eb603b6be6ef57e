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
  const common = (field: PersonField) => ({ className: 'input', required: true, onBlur: () => onLeave(field) })

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
        name="nombre"
        label="Nombre y apellido"
        error={errors.nombre}
        {...common('nombre')}
        value={draft.nombre}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={120}
        placeholder="Como en tu cédula"
        onChange={(event) => onChange({ nombre: event.target.value })}
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
                {...common('cedula')}
                value={draft.cedula}
                inputMode="numeric"
                maxLength={20}
                placeholder="12345678"
                onChange={(event) => onChange(readCedula(event.target.value))}
              />
            </div>
          )}
        </Field>
        <TextField
          name="telefono"
          label="Teléfono"
          hint={phoneHint(draft.telefono)}
          error={errors.telefono}
          {...common('telefono')}
          type="tel"
          value={draft.telefono}
          inputMode="tel"
          autoComplete="tel"
          placeholder="04121234567"
          onChange={(event) => onChange({ telefono: formatPhoneInput(event.target.value, draft.telefono) })}
        />
      </div>
      <div className="pair">
        <TextField
          name="correo"
          label="Correo"
          hint={mailHint}
          error={errors.correo}
          {...common('correo')}
          type="email"
          value={draft.correo}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          placeholder="nombre@correo.com"
          onChange={(event) => onChange({ correo: event.target.value })}
        />
        <Field name="referencia" label="Referencia del pago" error={errors.referencia}>
          {(control) => (
            <div className="joined">
              <input
                {...control}
                {...common('referencia')}
                value={draft.referencia}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                placeholder="Como sale en tu comprobante"
                onChange={(event) => onChange({ referencia: event.target.value })}
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
