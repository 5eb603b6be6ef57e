import { useState } from 'react'
import { ask, useDeed } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { Field, TextField } from '#platform/panel/parts/field.tsx'
import type { Postponement } from '../../contract.ts'

const SHORTEST = 4

const OF = {
  cierre: {
    title: 'Aplazar el cierre',
    lead: 'Las ventas siguen hasta la hora nueva, y el sorteo se mueve con ellas.',
    call: 'POST /api/panel/rifas/:id/aplazar',
  },
  sorteo: {
    title: 'Aplazar el sorteo',
    lead: 'La lista ya está congelada y no cambia. Cuenta el primer sorteo desde la hora nueva.',
    call: 'POST /api/panel/rifas/:id/sorteo/aplazar',
  },
} as const

/**
 * Moves the end of sales, or the draw, to a later hour: with before and after in sight, a reason, and a fresh code.
 * @param from the one that there is, as it is written in Caracas
 */
export function PostponeDialog(props: { what: keyof typeof OF; id: number; from: string; onClose: () => void }) {
  const { id, from } = props
  const { title, lead, call } = OF[props.what]
  const refreshes = ['GET /api/panel/rifas/:id*'] as const
  const deed = useDeed((body: Postponement) => ask(call, { params: { id }, body }) as Promise<unknown>, { refreshes })
  const [dia, setDia] = useState('')
  const [hora, setHora] = useState(from.slice(11, 16))
  const [typed, setTyped] = useState('')
  const motivo = typed.trim()
  const instant = `${dia}T${hora}:00-04:00`
  const later = dia !== '' && hora !== '' && Date.parse(instant) > Date.parse(from)
  const told = (text: string) => formatWholeInstant(Date.parse(text) as Instant)
  const missing = [
    dia === '' && 'Primero elige el día y la hora.',
    !later && 'Primero elige una hora posterior.',
    motivo.length < SHORTEST && 'Primero escribe por qué.',
  ].find((text) => text !== false)
  return (
    <FreshCodeDialog
      wide
      title={title}
      lead={lead}
      action="Aplazar"
      blocked={missing}
      onConfirm={(codigo) => deed.mutateAsync({ de: from, a: instant, motivo, codigo })}
      onClose={props.onClose}
    >
      <div className="rule-when pair gap-3">
        <Field
          label="Día nuevo"
          type="date"
          name="dia"
          min={from.slice(0, 10)}
          value={dia}
          problem={dia !== '' && !later ? 'Elige una hora posterior a la que hay.' : undefined}
          onText={setDia}
        />
        <Field label="Hora nueva" type="time" name="hora" value={hora} onText={setHora} />
      </div>
      <Compare
        lines={[{ label: 'Fecha y hora', before: told(from), after: later ? told(instant) : '…', changed: later }]}
        names={['Ahora', 'Después']}
      />
      <TextField
        label="Por qué, a la vista de todos"
        name="motivo"
        rows={2}
        maxLength={500}
        value={typed}
        onText={(text) => setTyped(text.replace(/\s*\n\s*/g, ' '))}
      />
      <Consequences
        of={[
          [
            'mail',
            `${byMail(
              'A cada comprador le llega un correo con la hora nueva. A quien no tiene correo le escribes por WhatsApp',
              'A cada comprador le escribes por WhatsApp',
            )}: Rifas → la rifa → Quienes compraron.`,
          ],
          ['site', 'Todos ven el antes, el después y el motivo en la página de la rifa.'],
          ['journal', 'Queda en el diario con tu nombre. No se adelanta de nuevo.'],
        ]}
      />
    </FreshCodeDialog>
  )
}
