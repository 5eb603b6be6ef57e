import { type FormEvent, useState } from 'react'
import { useProblems } from '#platform/panel/form/problems.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { BusyButton, Failure, Field } from '#platform/panel/parts/field.tsx'
import type { PanelDraw } from '../../draw-contract.ts'
import { useDrawDeed } from './draw-query.ts'
import { type Leader, tellWhen } from './draw-words.ts'
import { DrawImage } from './picture-field.tsx'
import { digitsProblem } from './result-form.tsx'

interface Props {
  id: number
  draw: PanelDraw
  proposal: NonNullable<PanelDraw['propuesta']>
  leader: Leader
}

/** What one person typed: another types it too, without seeing it, or says that it is wrong. */
export function ProposedResult({ id, draw, proposal, leader }: Props) {
  const due = draw.premios[proposal.premio]?.espera
  const parts = due?.tipo === 'loteria' ? due.partes : []
  const [typed, setTyped] = useState<string[]>(() => parts.map(() => ''))
  const [dropping, setDropping] = useState(false)
  const problems = useProblems()
  const deed = useDrawDeed(id)
  const held = proposal.tipo === 'loteria'

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = held
      ? typed.map((text, place) => [`resultado-${place}`, digitsProblem(text, parts[place]?.cifras ?? 1)] as const)
      : []
    if (!problems.show(Object.fromEntries(wrong), event.currentTarget)) return
    const { id: propuesta } = proposal
    const body = held
      ? { tipo: 'loteria' as const, propuesta, resultados: typed.map((text) => text.trim()) }
      : { tipo: 'sin sorteo' as const, propuesta }
    deed.mutate((ask) => ask('POST /api/panel/rifas/:id/sorteo/resultado/confirmar', { params: { id }, body }))
  }

  return (
    <>
      <p className="soft">
        {proposal.mia ? 'Tú lo escribiste' : `${proposal.escrita_por} lo escribió`} el {tellWhen(proposal.escrita_en)}{' '}
        {held ? null : <>Dice que no hubo sorteo: {proposal.motivo}.</>}
        {proposal.resultados ? (
          <>
            {' '}
            Escribiste <strong>{proposal.resultados.join(' y ')}</strong>.
          </>
        ) : null}
      </p>
      {proposal.enlace === '' ? null : (
        <a className="link" href={proposal.enlace} target="_blank" rel="noreferrer">
          Abrir el resultado
        </a>
      )}
      {proposal.imagen ? <DrawImage picture={proposal.imagen} alt="Foto del resultado" /> : null}
      {proposal.mia || !leader.judges ? (
        <p className="soft small">
          {proposal.mia
            ? 'Pídele a otra persona de tu equipo que entre con su cuenta y lo escriba. Nadie puede confirmar lo suyo.'
            : 'Lo confirma quien revisa los pagos o un dueño.'}
        </p>
      ) : (
        <form className="stack gap-4" noValidate aria-label="Confirmar el resultado" onSubmit={confirm}>
          {held
            ? parts.map((part, place) => (
                <Field
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
                  key={place}
                  label={`Lo que salió en ${part.loteria}`}
                  name={`resultado-${place}`}
                  className="input draw-digits"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={8}
                  value={typed[place] ?? ''}
                  problem={problems.shown[`resultado-${place}`]}
                  hint="Míralo tú en la página de la lotería: lo que escribió la otra persona no se muestra."
                  onChange={({ target }) => {
                    setTyped(typed.map((text, each) => (each === place ? target.value : text)))
                    problems.clear({ [`resultado-${place}`]: '' })
                  }}
                />
              ))
            : null}
          {proposal.fallos > 0 ? (
            <p className="verdict-aviso">
              No coincidió {proposal.fallos === 1 ? 'una vez' : `${proposal.fallos} veces`}. A la tercera se descarta y
              se empieza de nuevo.
            </p>
          ) : null}
          <Failure of={deed.error} />
          <BusyButton type="submit" className="btn btn-go btn-wide" pending={deed.isPending}>
            {held ? 'Confirmar y sortear' : 'Confirmar que no hubo sorteo'}
          </BusyButton>
        </form>
      )}
      {leader.judges ? (
        <button type="button" className="link" onClick={() => setDropping(true)}>
          {proposal.mia ? 'Me equivoqué: descartarlo' : 'No es lo que salió: descartarlo'}
        </button>
      ) : null}
      {dropping ? <DropDialog id={id} proposal={proposal} onClose={() => setDropping(false)} /> : null}
    </>
  )
}

function DropDialog({ id, proposal, onClose }: Pick<Props, 'id' | 'proposal'> & { onClose: () => void }) {
  const [motivo, setMotivo] = useState('')
  const deed = useDrawDeed(id)
  return (
    <AskDialog
      label="¿Descartar lo que se escribió?"
      lead="Nada se sortea con eso. Después cualquiera de los dos lo escribe de nuevo, y queda en el diario."
      error={deed.error}
      leave="Dejarlo"
      action="Descartarlo"
      danger
      pending={deed.isPending}
      why={motivo.trim() === '' ? 'Primero escribe por qué.' : ''}
      onConfirm={() => {
        const body = { propuesta: proposal.id, motivo: motivo.trim() }
        deed.mutate((ask) => ask('POST /api/panel/rifas/:id/sorteo/resultado/rechazar', { params: { id }, body }), {
          onSuccess: onClose,
        })
      }}
      onClose={onClose}
    >
      <Field
        label="Por qué"
        name="motivo"
        value={motivo}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setMotivo(target.value)}
      />
    </AskDialog>
  )
}
