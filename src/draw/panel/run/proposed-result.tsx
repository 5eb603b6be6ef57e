import { type FormEvent, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { useProblems } from '#platform/panel/form/problems.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton, ButtonLink, SubmitButton } from '#platform/panel/parts/button.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import type { PanelDraw } from '../../draw-contract.ts'
import { DrawImage } from '../pictures/picture-field.tsx'
import { useDrawDeed } from './draw-run.ts'
import { type Leader, tellWhen } from './draw-words.ts'
import { DigitsFields, digitsProblems } from './result-form.tsx'

interface Props {
  id: number
  draw: PanelDraw
  proposal: NonNullable<PanelDraw['propuesta']>
  leader: Leader
}

/** One person's entry: another types it too, without seeing it, or rejects it. */
export function ProposedResult({ id, draw, proposal, leader }: Props) {
  const due = draw.premios[proposal.premio]?.espera
  const parts = due?.tipo === 'loteria' ? due.partes : []
  const [typed, setTyped] = useState<string[]>(() => parts.map(() => ''))
  const [asked, setAsked] = useState(false)
  const problems = useProblems()
  const deed = useDrawDeed(id)
  const held = proposal.tipo === 'loteria'

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!problems.show(held ? digitsProblems(typed, parts) : {}, event.currentTarget)) return
    setAsked(true)
  }
  function save(codigo: string) {
    const { id: propuesta } = proposal
    const body = held
      ? { tipo: 'loteria' as const, propuesta, resultados: typed.map((text) => text.trim()), codigo }
      : { tipo: 'sin sorteo' as const, propuesta, codigo }
    return deed.mutateAsync(() => ask('POST /api/panel/rifas/:id/sorteo/resultado/confirmar', { params: { id }, body }))
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
      {proposal.enlace === '' ? null : <ButtonLink out look="link" text="Abrir el resultado" href={proposal.enlace} />}
      {proposal.imagen ? <DrawImage picture={proposal.imagen} alt="Foto del resultado" /> : null}
      {proposal.mia || !leader.judges ? (
        <p className="soft small">
          {proposal.mia
            ? 'Pídele a otra persona de tu equipo que entre con su cuenta y lo escriba. Nadie puede confirmar lo suyo. Si trabajas solo, invítala en Más → Equipo.'
            : 'Lo confirma quien revisa los pagos o un dueño.'}
        </p>
      ) : (
        <form className="stack gap-4" noValidate aria-label="Confirmar el resultado" onSubmit={confirm}>
          {held ? (
            <DigitsFields
              parts={parts}
              typed={typed}
              problems={problems.shown}
              hintOf={() => 'Míralo tú en la página de la lotería: lo que escribió la otra persona no se muestra.'}
              onChange={(next, field) => {
                setTyped(next)
                problems.clear({ [field]: '' })
              }}
            />
          ) : null}
          {proposal.fallos > 0 ? (
            <p className="verdict-aviso">
              No coincidió {proposal.fallos === 1 ? 'una vez' : `${proposal.fallos} veces`}. A la tercera se descarta y
              se empieza de nuevo.
            </p>
          ) : null}
          <Failure of={deed.error} />
          <SubmitButton text={held ? 'Confirmar y sortear' : 'Confirmar que no hubo sorteo'} pending={deed.isPending} />
        </form>
      )}
      {leader.judges ? (
        <AskButton
          look="link"
          text={proposal.mia ? 'Me equivoqué: descartarlo' : 'No es lo que salió: descartarlo'}
          ask={(close) => (
            <ReasonedDialog
              id={id}
              label="¿Descartar lo que se escribió?"
              lead="Nada se sortea con eso. Después cualquiera de los dos lo escribe de nuevo, y queda en el diario."
              action="Descartarlo"
              danger
              send={(motivo) =>
                ask('POST /api/panel/rifas/:id/sorteo/resultado/rechazar', {
                  params: { id },
                  body: { propuesta: proposal.id, motivo },
                })
              }
              onClose={close}
            />
          )}
        />
      ) : null}
      {asked ? (
        <FreshCodeDialog
          title={held ? `Confirmar ${typed.join(' y ')}` : 'Confirmar que no hubo sorteo'}
          lead="Si coincide, se publica como resultado provisional. Mientras no sea firme un dueño lo puede objetar."
          action={held ? 'Confirmar y sortear' : 'Confirmar'}
          onConfirm={save}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}

/** Asks once, with a reason, before something of a draw is taken back. */
export function ReasonedDialog(props: {
  id: number
  label: string
  lead: string
  action: string
  danger?: boolean
  send: (motivo: string) => Promise<PanelDraw>
  onClose: () => void
}) {
  const { id, send, onClose, ...asked } = props
  const [typed, setTyped] = useState('')
  const motivo = typed.trim()
  const deed = useDrawDeed(id)
  return (
    <AskDialog
      {...asked}
      deed={deed}
      leave="Dejarlo"
      why={motivo === '' ? 'Primero escribe por qué.' : ''}
      onConfirm={() => deed.mutate(() => send(motivo), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label="Por qué" name="motivo" value={typed} maxLength={500} onText={setTyped} />
    </AskDialog>
  )
}
