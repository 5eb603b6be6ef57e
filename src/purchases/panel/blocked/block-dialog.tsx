import { useState } from 'react'
import { useDeed } from '#access/panel/ask.ts'
import { useOnline } from '#platform/panel/device.ts'
import { problemsIn, useProblems } from '#platform/panel/form/problems.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Check } from '#platform/panel/parts/choice.tsx'
import { Field, TextField } from '#platform/panel/parts/field.tsx'
import { formatCedula } from '../../cedula.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'
import { formatPhone } from '../wording.ts'
import '../sheet/sheet.css'
import { AskButton, ButtonLink } from '#platform/panel/parts/button.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { PURCHASE_SHOWN } from '../purchase-list.ts'
import '../sheet/sheet.css'

/** Shortest accepted reason. */
const LEAST = 5

/** Blocks somebody, by their known data. @param of their purchase; without it everything is typed. */
export function BlockDialog({ of, onClose }: { of?: PurchaseSheet; onClose: () => void }) {
  const [typed, setTyped] = useState({
    cedula: of ? formatCedula(of.cedula) : '',
    telefono: of ? formatPhone(of.telefono) : '',
    correo: of?.correo ?? '',
    motivo: '',
  })
  const [by, setBy] = useState({ telefono: of === undefined, correo: of === undefined })
  const { shown, wrong, show, clear } = useProblems()
  const block = useDeed('POST /api/panel/bloqueados', { refreshes: BLOCKS, done: onClose })
  const online = useOnline()
  const set = (changes: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changes })
    clear(changes)
  }
  const control = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    problem: shown[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })

  function send(form: HTMLFormElement) {
    const problems = {
      ...(typed.cedula.trim() === '' && { cedula: 'Escribe su cédula.' }),
      ...(typed.motivo.trim().length < LEAST && { motivo: 'Escribe por qué.' }),
    }
    if (!show(problems, form)) return
    const body = {
      cedula: typed.cedula,
      telefono: by.telefono ? typed.telefono : '',
      correo: by.correo ? typed.correo : '',
      motivo: typed.motivo.trim(),
      ...(of && { compra: of.id }),
    }
    block.mutate({ body }, { onError: (error) => void show(problemsIn(error), form) })
  }

  return (
    <AskDialog
      label={of ? `Bloquear a ${of.nombre}` : 'Bloquear a una persona'}
      lead="No se entera, y su dinero no se pierde: lo que reporte llega a Revisión marcado, para que lo devuelvas. Los números que ya tiene siguen siendo suyos."
      error={wrong ? null : block.error}
      leave="Cancelar"
      action={block.isPending ? 'Bloqueando…' : 'Bloquear'}
      danger
      pending={block.isPending}
      off={!online}
      onConfirm={({ currentTarget }) => send(currentTarget)}
      onClose={onClose}
    >
      {of ? (
        <>
          <p className="soft">Por su cédula, {formatCedula(of.cedula)}, y también por:</p>
          <div className="stack gap-1">
            <Check
              label={`su teléfono, ${formatPhone(of.telefono)}`}
              checked={by.telefono}
              onChange={(telefono) => setBy({ ...by, telefono })}
            />
            {of.correo === '' ? null : (
              <Check
                label={<>su correo, {of.correo}</>}
                checked={by.correo}
                onChange={(correo) => setBy({ ...by, correo })}
              />
            )}
          </div>
        </>
      ) : (
        <>
          <Field label="Cédula" inputMode="numeric" {...control('cedula')} />
          <Field label="Teléfono (si lo sabes)" type="tel" inputMode="tel" {...control('telefono')} />
          <Field label="Correo (si lo sabes)" inputMode="email" spellCheck={false} {...control('correo')} />
        </>
      )}
      <TextField
        label="Por qué"
        hint="Lo lee el equipo, no la persona."
        rows={2}
        maxLength={300}
        {...control('motivo')}
      />
    </AskDialog>
  )
}

/** Calls whose answers say whether somebody is blocked. */
export const BLOCKS = [...PURCHASE_SHOWN, 'GET /api/panel/bloqueados', 'GET /api/panel/revision'] as const

/** Below the buyer's data: that they may not buy and why, or the way to block them. */
export function BlockLine({ sheet, canBlock }: { sheet: PurchaseSheet; canBlock: boolean }) {
  const { bloqueo } = sheet
  if (bloqueo) {
    return (
      <div className="pad-start-3 breaks below-3 line-above flow compact">
        <VerdictShape level="grave" word={false} />
        <div>
          <p>
            <strong>Persona bloqueada:</strong> {bloqueo.motivo}
          </p>
          <p className="faint small">
            {bloqueo.por} · {formatMoment(bloqueo.en)} ·{' '}
            <ButtonLink look="link" text="Ver la lista" href="/compras/bloqueados" />
          </p>
        </div>
      </div>
    )
  }
  if (!canBlock) return null
  return (
    <AskButton
      look="link"
      text="Bloquear a esta persona…"
      className="small below-2"
      ask={(close) => <BlockDialog of={sheet} onClose={close} />}
    />
  )
}
