import { type FormEvent, useState } from 'react'
import { suggestAddress } from '#mail/suggest-address.ts'
import { readFailure } from '#platform/panel/api.ts'
import { useOnline } from '#platform/panel/online.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { formatCedula } from '../../cedula.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'
import { checkPurchase } from '../../rules.ts'
import { useContactChange } from '../purchases-query.ts'
import { formatPhone } from '../wording.ts'

const FIELDS = ['nombre', 'cedula', 'telefono', 'correo'] as const
type Contact = Record<(typeof FIELDS)[number], string>

/** Corrects who the buyer is and where he is reached. What was typed stays when sending fails. */
export function ContactDialog({
  sheet,
  owner,
  onClose,
}: {
  sheet: PurchaseSheet
  owner: boolean
  onClose: () => void
}) {
  const [seen] = useState<Contact>({
    nombre: sheet.nombre,
    cedula: sheet.cedula,
    telefono: sheet.telefono,
    correo: sheet.correo,
  })
  const [draft, setDraft] = useState<Contact>({
    ...seen,
    cedula: formatCedula(seen.cedula),
    telefono: formatPhone(seen.telefono),
  })
  const [motivo, setMotivo] = useState('')
  const [reenviar, setReenviar] = useState(true)
  const [problems, setProblems] = useState<Partial<Record<keyof Contact | 'motivo', string>>>({})
  const change = useContactChange(sheet.id, onClose)
  const online = useOnline()
  const failure = change.error ? readFailure(change.error) : null
  const taken = failure?.code === 'REGISTRO_DUPLICADO' ? String(failure.body['campo'] ?? '') : ''
  const told: Partial<Record<keyof Contact | 'motivo', string | undefined>> = {
    ...failure?.fields,
    ...(taken === ''
      ? {}
      : { [taken]: 'Ya lo tiene otra compra de esta rifa, en la que cada quien participa una vez.' }),
    ...problems,
  }
  const cedulaChanges = draft.cedula !== formatCedula(seen.cedula)
  const mailChanges = draft.correo.trim() !== seen.correo
  const same = FIELDS.every((name) => draft[name] === before(seen, name))
  const guess = suggestAddress(draft.correo)

  const control = (name: keyof Contact) => ({
    name,
    value: draft[name],
    problem: told[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: target.value })
      setProblems({ ...problems, [name]: undefined })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending || same || !online) return
    const found = checkPurchase(
      { ...draft, referencia: '0000', fecha: sheet.fecha },
      { today: sheet.fecha as never, metodo: null },
    )
    const mine = Object.fromEntries(
      FIELDS.filter((name) => found[name] && draft[name] !== before(seen, name)).map((name) => [name, found[name]]),
    )
    if (cedulaChanges && motivo.trim().length < 5) mine['motivo'] = 'Escribe por qué cambia la cédula.'
    setProblems(mine)
    if (Object.keys(mine).length > 0) return
    change.mutate({
      antes: seen,
      ahora: {
        nombre: draft.nombre.trim(),
        cedula: cedulaChanges ? draft.cedula : seen.cedula,
        telefono: draft.telefono,
        correo: draft.correo.trim(),
      },
      reenviar: mailChanges && reenviar,
      ...(cedulaChanges ? { motivo: motivo.trim() } : {}),
    })
  }

  return (
    <Dialog label="Editar los datos del comprador" onClose={onClose}>
      <form className="dialog-body" noValidate onSubmit={submit}>
        <h2>Datos del comprador</h2>
        <Field label="Nombre y apellido" {...control('nombre')} />
        <Field
          label="Cédula"
          {...control('cedula')}
          readOnly={!owner}
          hint={owner ? 'Dice de quién son los boletos: al cambiarla se pide el porqué.' : 'Solo un dueño la cambia.'}
        />
        {cedulaChanges ? (
          <Field
            label="Por qué cambia la cédula"
            name="motivo"
            maxLength={120}
            value={motivo}
            problem={told.motivo}
            hint="Queda en el diario; el comprador no lo lee."
            onChange={({ target }) => setMotivo(target.value)}
          />
        ) : null}
        <Field label="Teléfono" type="tel" inputMode="tel" {...control('telefono')} />
        <Field
          label="Correo"
          type="email"
          inputMode="email"
          spellCheck={false}
          {...control('correo')}
          hint={
            guess ? (
              <button type="button" className="text-link" onClick={() => setDraft({ ...draft, correo: guess })}>
                ¿Quisiste decir {guess}?
              </button>
            ) : (
              'Lo que espera o no llegó sale a la dirección nueva. A la anterior le avisamos del cambio.'
            )
          }
        />
        {mailChanges ? (
          <label className="sheet-check">
            <input type="checkbox" checked={reenviar} onChange={({ target }) => setReenviar(target.checked)} />
            Reenviar el último correo a la dirección nueva
          </label>
        ) : null}
        {failure && taken === '' && Object.keys(failure.fields).length === 0 ? (
          <FieldProblem>
            <span>
              {failure.title}. {failure.details}
            </span>
          </FieldProblem>
        ) : null}
        <p className="faint small">
          El cambio queda en el diario con tu nombre.
          {sheet.rifa_estado === 'cerrada' ? ' La venta cerró: cada dueño recibe un correo.' : ''}
          {online ? '' : ' Sin conexión: espera.'}
        </p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button
            type="submit"
            className="button button-main"
            aria-busy={change.isPending}
            disabled={same || change.isPending || !online}
          >
            {change.isPending ? 'Guardando…' : 'Guardar'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** A field as the form shows it before it is touched. */
function before(seen: Contact, name: keyof Contact): string {
  if (name === 'cedula') return formatCedula(seen.cedula)
  return name === 'telefono' ? formatPhone(seen.telefono) : seen[name]
}
