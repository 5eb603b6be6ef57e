import { useState } from 'react'
import { queryOf, useDeed } from '#access/panel/ask.ts'
import { byMail, mailLeaves, ownersLearn } from '#mail/mail-leaves.ts'
import { type PanelFailure, readFailure } from '#platform/panel/api.ts'
import { useOnline } from '#platform/panel/device.ts'
import { problemsIn } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Check } from '#platform/panel/parts/choice.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { formatCedula } from '../../cedula.ts'
import type { PurchaseSheet } from '../../panel-contract.ts'
import { CONTACT, type Contact, checkContact } from '../../rules.ts'
import { PURCHASE_SHOWN } from '../purchase-list.ts'
import { formatPhone } from '../wording.ts'

function draftOf({ nombre, cedula, telefono, correo }: Contact) {
  return {
    nombre,
    cedula: formatCedula(cedula),
    telefono: formatPhone(telefono),
    correo,
    /** Why the cédula changes. */
    motivo: '',
    reenviar: true,
  }
}

/** Corrects the buyer's name and contact. The typed text stays when sending fails. */
export function ContactDialog({
  sheet,
  owner,
  onClose,
}: {
  sheet: PurchaseSheet
  owner: boolean
  onClose: () => void
}) {
  const [seen] = useState<Contact>(() => ({
    nombre: sheet.nombre,
    cedula: sheet.cedula,
    telefono: sheet.telefono,
    correo: sheet.correo,
  }))
  const form = useForm({
    saved: seen,
    draftOf,
    check(draft) {
      const found = checkContact(draft)
      return {
        ...Object.fromEntries(CONTACT.filter(changes).map((name) => [name, found[name]])),
        motivo: changes('cedula') && draft.motivo.trim().length < 5 ? 'Escribe por qué cambia la cédula.' : undefined,
      }
    },
  })
  const change = useDeed('PUT /api/panel/compras/:id/comprador', {
    shows: queryOf('GET /api/panel/compras/:id/ficha', { params: { id: sheet.id } }),
    refreshes: PURCHASE_SHOWN,
    done: onClose,
  })
  const online = useOnline()
  const { draft } = form
  const mailChanges = draft.correo.trim() !== seen.correo

  function changes(name: keyof Contact): boolean {
    return form.changed.includes(name)
  }

  function send() {
    const { motivo, reenviar } = draft
    change.mutate(
      {
        params: { id: sheet.id },
        body: {
          antes: seen,
          ahora: {
            nombre: draft.nombre.trim(),
            cedula: changes('cedula') ? draft.cedula : seen.cedula,
            telefono: draft.telefono,
            correo: draft.correo.trim(),
          },
          reenviar: mailChanges && reenviar,
          ...(changes('cedula') ? { motivo: motivo.trim() } : {}),
        },
      },
      { onError: (error) => void form.tell({ ...problemsIn(error), ...takenIn(readFailure(error)) }) },
    )
  }

  return (
    <AskDialog
      label="Editar los datos del comprador"
      title="Datos del comprador"
      error={form.wrong ? null : change.error}
      leave="Cancelar"
      action={change.isPending ? 'Guardando…' : 'Guardar'}
      pending={change.isPending}
      off={!CONTACT.some(changes) || !online}
      onConfirm={form.submit(send)}
      onClose={onClose}
    >
      <Field label="Nombre y apellido" {...form.field('nombre')} />
      <Field
        label="Cédula"
        {...form.field('cedula')}
        readOnly={!owner}
        hint={owner ? 'Dice de quién son los boletos: al cambiarla se pide el porqué.' : 'Solo un dueño la cambia.'}
      />
      {changes('cedula') ? (
        <Field
          label="Por qué cambia la cédula"
          {...form.field('motivo')}
          maxLength={120}
          hint="Queda en el diario; el comprador no lo lee."
        />
      ) : null}
      <Field label="Teléfono" type="tel" inputMode="tel" {...form.field('telefono')} />
      <Field
        label="Correo"
        type="email"
        inputMode="email"
        spellCheck={false}
        {...form.field('correo')}
        hint={byMail('Lo que espera o no llegó sale a la dirección nueva. A la anterior le avisamos del cambio.')}
      />
      {mailChanges && mailLeaves() ? (
        <Check
          label="Reenviar el último correo a la dirección nueva"
          checked={draft.reenviar}
          onChange={(reenviar) => form.change({ reenviar })}
        />
      ) : null}
      <p className="faint small">
        El cambio queda en el diario con tu nombre.
        {sheet.rifa_estado === 'cerrada' ? ` La venta cerró. ${ownersLearn()}` : ''}
        {online ? '' : ' Sin conexión: espera.'}
      </p>
    </AskDialog>
  )
}

/** Which field another purchase of the raffle has, where each takes part once. */
export function takenIn(failure: PanelFailure): Record<string, string> {
  if (failure.code !== 'REGISTRO_DUPLICADO') return {}
  return {
    [String(failure.body['campo'])]: 'Ya lo tiene otra compra de esta rifa, en la que cada quien participa una vez.',
  }
}
