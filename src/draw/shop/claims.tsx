import { type InputHTMLAttributes, type SubmitEvent, useState } from 'react'
import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { Field } from '#platform/web/field.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { type CheckClaims, CLAIM_SHAPES } from '#purchases/check-link.ts'

type Name = 'numero' | 'codigo' | 'regla' | 'lista' | 'pasos'

interface ClaimField {
  label: string
  /** What it is, when it is something else. */
  wrong: string
  shape: string
  /** From what is typed, without spaces. */
  tidy: (typed: string) => string
  input?: InputHTMLAttributes<HTMLInputElement>
}

const HASH = {
  wrong: 'Son 64 letras y dígitos: cópialo entero.',
  shape: CLAIM_SHAPES.huella,
  tidy: (typed: string) => typed.toLowerCase(),
}

const FIELDS: Record<Name, ClaimField> = {
  numero: {
    label: 'Tu número',
    wrong: 'Escríbelo como en tu boleto, con sus ceros.',
    shape: CLAIM_SHAPES.numeros,
    tidy: (typed) => typed.replace(/[,;]/g, '.'),
    input: { inputMode: 'numeric', placeholder: '0042' },
  },
  codigo: {
    label: 'Tu código en la lista',
    wrong: 'Son doce letras y números.',
    shape: CLAIM_SHAPES.codigo,
    tidy: (typed) => typed.toUpperCase(),
    input: { autoCapitalize: 'characters' },
  },
  regla: { ...HASH, label: 'Código de control de la regla' },
  lista: { ...HASH, label: 'Código de control de la lista' },
  pasos: { ...HASH, label: 'Código de control de los pasos' },
}

interface Props {
  claims: CheckClaims
  /** Whether there is a list to look into. */
  congelada: boolean
  onCompare(claims: CheckClaims): void
}

/** Facts from the visitor's mail: they came by its link, or the visitor copies them here. */
export function Claims({ claims, congelada, onCompare }: Props) {
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const came = claims.regla !== null || claims.codigo !== null
  const [open, setOpen] = useState(!came)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const found: typeof errors = {}
    function read(name: Name): string | null {
      const { wrong, shape, tidy } = FIELDS[name]
      const text = tidy(String(form.get(name) ?? '').replace(/\s/g, ''))
      if (text === '') return null
      if (!new RegExp(`^${shape}$`).test(text)) found[name] = wrong
      return text
    }
    const given = {
      numeros: read('numero')?.split('.') ?? [],
      codigo: read('codigo'),
      regla: read('regla'),
      lista: read('lista'),
      pasos: read('pasos'),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) onCompare(given)
  }

  function field(name: Name) {
    const { label, input } = FIELDS[name]
    const value = name === 'numero' ? claims.numeros.join(', ') : (claims[name] ?? '')
    return (
      <Field name={name} label={label} error={errors[name]}>
        {(control) => (
          <input {...control} className="input" autoComplete="off" spellCheck={false} defaultValue={value} {...input} />
        )}
      </Field>
    )
  }

  return (
    <details className="claims" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="ticket" small />
        {came ? 'Lo que trae tu enlace' : byMail('Compara con tu correo', 'Compara con lo que guardaste')}
        <Icon name="down" small />
      </summary>
      {open && (
        <form onSubmit={submit} noValidate key={JSON.stringify(claims)}>
          <p>
            {came
              ? 'Tu enlace trajo estos datos. Puedes compararlos tú, o cambiarlos.'
              : 'Copia aquí lo que quieras comparar. Nada de esto sale de tu teléfono, salvo el número en listas muy largas.'}
          </p>
          <div className="claims-pair">
            {field('numero')}
            {field('codigo')}
          </div>
          {field('regla')}
          {congelada && (
            <>
              {mailLeaves() && <p>Estas dos vienen en los correos que salen después del cierre.</p>}
              {field('lista')}
              {field('pasos')}
            </>
          )}
          <button type="submit" className="btn btn-go">
            Comparar
          </button>
        </form>
      )}
    </details>
  )
}
