import { useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { Field, TextField } from '#platform/panel/parts/field.tsx'
import type { Postponement } from '../../contract.ts'
import { useRuleDeed } from './rule-deeds.ts'

const SHORTEST = 4

/** Moves the end of sales to a later hour, with before and after in sight. @param from the one that there is, as it is written in Caracas */
export function PostponeDialog({ id, from, onClose }: { id: number; from: string; onClose: () => void }) {
  const deed = useRuleDeed(id)
  return (
    <LaterDialog
      title="Aplazar el cierre"
      lead="Las ventas siguen hasta la hora nueva, y el sorteo se mueve con ellas."
      from={from}
      onConfirm={(body) => deed.mutateAsync(() => ask('POST /api/panel/rifas/:id/aplazar', { params: { id }, body }))}
      onClose={onClose}
    />
  )
}

/** Asks for a later instant, a reason, and a fresh code. */
export function LaterDialog(props: {
  title: string
  lead: string
  from: string
  onConfirm: (body: Postponement) => Promise<unknown>
  onClose: () => void
}) {
  const { title, lead, from, onClose } = props
  const to = useLaterInstant(from)
  return (
    <FreshCodeDialog
      wide
      title={title}
      lead={lead}
      action="Aplazar"
      blocked={to.missing}
      onConfirm={(codigo) => props.onConfirm({ de: from, a: to.instant, motivo: to.motivo, codigo })}
      onClose={onClose}
    >
      {to.fields}
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

/** The fields of a later instant and its reason, with before and after side by side, and the missing parts. */
function useLaterInstant(from: string) {
  const [dia, setDia] = useState('')
  const [hora, setHora] = useState(from.slice(11, 16))
  const [typed, setTyped] = useState('')
  const motivo = typed.trim()
  const instant = `${dia}T${hora}:00-04:00`
  const later = dia !== '' && hora !== '' && Date.parse(instant) > Date.parse(from)
  const told = (text: string) => formatWholeInstant(Date.parse(text) as Instant)
  const problem = dia !== '' && !later ? 'Elige una hora posterior a la que hay.' : undefined
  return {
    instant,
    motivo,
    missing:
      dia === ''
        ? 'Primero elige el día y la hora.'
        : ((problem && 'Primero elige una hora posterior.') ??
          (motivo.length < SHORTEST ? 'Primero escribe por qué.' : undefined)),
    fields: (
      <>
        <div className="rule-when pair gap-3">
          <Field
            label="Día nuevo"
            type="date"
            name="dia"
            min={from.slice(0, 10)}
            value={dia}
            problem={problem}
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
      </>
    ),
  }
}
