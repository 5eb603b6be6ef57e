import { useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Check } from '#platform/panel/parts/choice.tsx'
import { Field, TextField } from '#platform/panel/parts/field.tsx'
import type { PanelWinner } from '../../draw-contract.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import { upload, useDrawDeed } from './draw-run.ts'

const MOST_PICTURES = 8

/** Day of a prize's delivery, with notes, pictures and the winner's consents. @param delivers it is delivered now, and not only edited. */
export function DeliveryDialog(props: { id: number; winner: PanelWinner; delivers: boolean; onClose: () => void }) {
  const { id, winner, delivers, onClose } = props
  const today = dayInCaracas(serverNow() as Instant)
  const [dia, setDia] = useState<string>(winner.entrega_dia ?? today)
  const [notas, setNotas] = useState(winner.notas)
  const [fotos, setFotos] = useState(winner.fotos)
  const [mostrar_nombre, setNameShown] = useState(winner.mostrar_nombre)
  const [mostrar_fotos, setPicturesShown] = useState(winner.mostrar_fotos)
  const deed = useDrawDeed(id)

  async function send() {
    const params = { id, ganador: winner.id }
    const details = { notas, mostrar_nombre, mostrar_fotos, fotos: fotos.map((picture) => picture.id) }
    const kept = await ask('PUT /api/panel/rifas/:id/sorteo/ganadores/:ganador', {
      params,
      body: { version: winner.version, ...details },
    })
    if (!delivers) return kept
    const now = kept.premios.find(({ ganador }) => ganador?.id === winner.id)?.ganador
    return ask('POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/entregado', {
      params,
      body: { version: now?.version ?? winner.version, dia },
    })
  }

  return (
    <AskDialog
      label={delivers ? 'Premio entregado' : 'Datos de la entrega'}
      title={delivers ? `Entregado a ${winner.persona.nombre}` : 'Notas, fotos y permisos'}
      deed={deed}
      leave="Todavía no"
      action={delivers ? 'Marcar entregado' : 'Guardar'}
      why={dia === '' ? 'Elige el día.' : ''}
      onConfirm={() => deed.mutate(send, { onSuccess: onClose })}
      onClose={onClose}
    >
      {delivers ? (
        <Field label="Día de la entrega" type="date" name="dia" max={today} value={dia} onText={setDia} />
      ) : null}
      <TextField
        label="Notas (solo las ve tu equipo)"
        name="notas"
        rows={2}
        maxLength={1_000}
        value={notas}
        onText={setNotas}
      />
      <PictureField
        upload={(file) => upload(id, file)}
        label="Fotos de la entrega"
        alt="Foto de la entrega"
        most={MOST_PICTURES}
        pictures={fotos}
        onChange={setFotos}
      />
      <fieldset className="stack">
        <legend>Lo que permite mostrar</legend>
        <Check
          checked={mostrar_nombre}
          onChange={setNameShown}
          label={`Su nombre, como ${winner.nombre_publico}`}
          says="Primer nombre e inicial, en Rifas anteriores. Sin su permiso sale solo el número."
        />
        <Check
          checked={mostrar_fotos}
          onChange={setPicturesShown}
          label="Las fotos de la entrega"
          says="Pídeselo antes: se ven en la página."
        />
      </fieldset>
    </AskDialog>
  )
}
