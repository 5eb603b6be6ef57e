import { type SubmitEvent, useState } from 'react'
import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { Field } from '#platform/web/field.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { type CheckClaims, CLAIM_SHAPES } from '#purchases/check-link.ts'

interface Props {
  claims: CheckClaims
  /** Whether there is a list to look into. */
  congelada: boolean
  onCompare(claims: CheckClaims): void
}

/** Facts from the visitor's mail: they came by its link, or the visitor copies them here. */
export function Claims({ claims, congelada, onCompare }: Props) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const came = claims.regla !== null || claims.codigo !== null
  const [open, setOpen] = useState(!came)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (name: string) => String(form.get(name) ?? '').replace(/\s/g, '')
    const given = {
      numero: typed('numero').replace(/[,;]/g, '.'),
      codigo: typed('codigo').toUpperCase(),
      regla: typed('regla').toLowerCase(),
      lista: typed('lista').toLowerCase(),
      pasos: typed('pasos').toLowerCase(),
    }
    const found = problemsOf(given)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    onCompare({
      numeros: given.numero === '' ? [] : given.numero.split('.'),
      codigo: given.codigo || null,
      regla: given.regla || null,
      lista: given.lista || null,
      pasos: given.pasos || null,
    })
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
            <Field name="numero" label="Tu número" error={errors['numero']}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder="0042"
                  defaultValue={claims.numeros.join(', ')}
                />
              )}
            </Field>
            <Field name="codigo" label="Tu código en la lista" error={errors['codigo']}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  defaultValue={claims.codigo ?? ''}
                />
              )}
            </Field>
          </div>
          <HashField name="regla" label="Código de control de la regla" value={claims.regla} error={errors['regla']} />
          {congelada && (
            <>
              {mailLeaves() && <p>Estas dos vienen en los correos que salen después del cierre.</p>}
              <HashField
                name="lista"
                label="Código de control de la lista"
                value={claims.lista}
                error={errors['lista']}
              />
              <HashField
                name="pasos"
                label="Código de control de los pasos"
                value={claims.pasos}
                error={errors['pasos']}
              />
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

interface HashProps {
  name: string
  label: string
  value: string | null
  error: string | undefined
}

function HashField({ name, label, value, error }: HashProps) {
  return (
    <Field name={name} label={label} error={error}>
      {(control) => (
        <input {...control} className="input" autoComplete="off" spellCheck={false} defaultValue={value ?? ''} />
      )}
    </Field>
  )
}

const is = (shape: string, text: string) => text === '' || new RegExp(`^${shape}$`).test(text)

function problemsOf(given: Record<'numero' | 'codigo' | 'regla' | 'lista' | 'pasos', string>) {
  const problems: Record<string, string> = {}
  if (!is(CLAIM_SHAPES.numeros, given.numero)) problems['numero'] = 'Escríbelo como en tu boleto, con sus ceros.'
  if (!is(CLAIM_SHAPES.codigo, given.codigo)) problems['codigo'] = 'Son doce letras y números.'
  for (const name of ['regla', 'lista', 'pasos'] as const)
    if (!is(CLAIM_SHAPES.huella, given[name])) problems[name] = 'Son 64 letras y dígitos: cópialo entero.'
  return problems
}
