import { useState } from 'react'
import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { useOnline } from '#platform/panel/device.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { SelectField, TextField } from '#platform/panel/parts/field.tsx'
import type { BookMails } from '../../calls.ts'

const TIMES: readonly [cada: BookMails['cada'], name: string][] = [
  ['dia', 'Cada día, a las siete'],
  ['semana', 'Los lunes, a las siete'],
  ['mes', 'El primer día del mes, a las siete'],
]

/** Addresses that get the books of all raffles by mail, and how often. */
export function MailsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useAsk('GET /api/panel/libros/correos')
  return data ? <MailsForm kept={data} onClose={onClose} /> : null
}

function MailsForm({ kept, onClose }: { kept: BookMails; onClose: () => void }) {
  const [cada, setCada] = useState(kept.cada)
  const [typed, setTyped] = useState(kept.correos.join('\n'))
  const change = useDeed('POST /api/panel/libros/correos', {
    shows: queryOf('GET /api/panel/libros/correos'),
    done: onClose,
  })
  const online = useOnline()
  return (
    <AskDialog
      label="Los libros por correo"
      lead="Las sumas de tus rifas en venta o por sortear, sin nombres. Quien quites de la lista ya no los recibe."
      deed={change}
      leave="Cancelar"
      action={change.isPending ? 'Guardando…' : 'Guardar'}
      off={!online}
      onConfirm={() => change.mutate({ body: { cada, correos: typed.split(/[\s,;]+/).filter(Boolean) } })}
      onClose={onClose}
    >
      <SelectField
        label="Cuándo"
        options={TIMES.map(([value, name]) => [value, name])}
        name="cada"
        value={cada}
        onText={(text) => setCada(text as BookMails['cada'])}
      />
      <TextField
        label="Correos, uno por línea"
        name="correos"
        rows={4}
        hint="Hasta 10. Vacío, a nadie."
        spellCheck={false}
        value={typed}
        onText={setTyped}
      />
    </AskDialog>
  )
}
