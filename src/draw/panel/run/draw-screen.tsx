import { ask } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog, useWhy } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { AskButton, ButtonLink } from '#platform/panel/parts/button.tsx'
import { BackHead, Icon } from '#platform/panel/parts/icon.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import type { PanelDraw, PanelPrize } from '../../draw-contract.ts'
import { ByHand } from '../by-hand/by-hand.tsx'
import { DrawImage } from '../pictures/picture-field.tsx'
import { Fingerprint } from '../rule/rule-text.tsx'
import { useDraw, useDrawDeed } from './draw-run.ts'
import { type Leader, type Stage, stagesOf, tellDue, tellWhen, WINNER_WORDS } from './draw-words.ts'
import { NextThing } from './next-thing.tsx'
import { WinnerCard } from './winner-card.tsx'
import './draw.css'

/** The draw of a raffle: the next step, its progress, its prizes and its evidence. */
export function DrawScreen({ id, judges, owner }: { id: number } & Leader) {
  const draw = useDraw(id)
  if (draw.data) {
    return (
      <>
        <StaleNotice query={draw} />
        <Draw id={id} draw={draw.data} leader={{ judges, owner }} />
      </>
    )
  }
  return <Waiting query={draw} label="Cargando el sorteo" className="page" />
}

function Draw(props: { id: number; draw: PanelDraw; leader: Leader }) {
  const { id, draw, leader } = props
  return (
    <div className="page">
      <BackHead to={`/rifas/${id}`} back={`Volver a ${draw.titulo}`} title="El sorteo" says={draw.titulo} />
      {draw.a_mano ? (
        <ByHand id={id} draw={{ ...draw.a_mano, estado: draw.estado }} leader={leader} />
      ) : (
        <div className="columns gap-8">
          <div className="stack from-top gap-6">
            <NextThing id={id} draw={draw} leader={leader} />
            <Stages stages={stagesOf(draw)} />
            <section className="stack gap-4" aria-labelledby="premios">
              <h2 className="subheading" id="premios">
                {draw.premios.length === 1 ? 'El premio' : 'Los premios'}
              </h2>
              {draw.premios.map((prize) => (
                <PrizeDraw key={prize.premio} id={id} draw={draw} prize={prize} leader={leader} />
              ))}
            </section>
          </div>
          <Evidence {...props} />
        </div>
      )}
    </div>
  )
}

/** Progress at a glance: done, now, later, distinct by shape and word. */
function Stages({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol aria-label="Cómo va">
      {stages.map(({ name, says, stand }) => (
        <li
          key={name}
          className={`draw-stage pad-end-4 soft anchor row-top gap-3 draw-stage-${stand}`}
          {...(stand === 'now' ? { 'aria-current': 'step' } : {})}
        >
          <span className="draw-dot fixed centre">{stand === 'done' ? <Icon name="check" /> : null}</span>
          <div>
            <span className={stand === 'now' ? 'strong' : ''}>{name}</span>
            {stand === 'done' ? <span className="sr"> (hecho)</span> : null}
            {says === '' ? null : <p className="faint small">{says}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Evidence for verifiers: the hashes, the list and each published step. */
function Evidence({ id, draw, leader }: { id: number; draw: PanelDraw; leader: Leader }) {
  const { lista, pasos, regla_sha256 } = draw
  return (
    <section className="stack from-top gap-4" aria-labelledby="prueba">
      <h2 className="subheading" id="prueba">
        Lo que lo prueba
      </h2>
      {lista === null ? (
        <p className="soft">
          Cuando se congele la lista, su código de control aparece aquí. Publícala: después nadie puede cambiar quién
          participa.
        </p>
      ) : (
        <>
          <Fingerprint
            name={`Código de control de la lista de ${lista.cuenta} números (SHA-256)`}
            hash={lista.sha256}
          />
          <a className="btn" href={`/api/rifas/${id}/sorteo/lista`} download={`lista-${id}.csv`}>
            <Icon name="download" />
            Descargar la lista
          </a>
        </>
      )}
      {regla_sha256 === null ? null : (
        <Fingerprint name="Código de control de la regla (SHA-256)" hash={regla_sha256} />
      )}
      <div className="thumbs flow wrap">
        <ButtonLink icon="lock" text="Ver la regla" href={`/rifas/${id}/regla`} />
        {lista === null ? null : <ButtonLink icon="file" text="El acta" href={`/rifas/${id}/acta`} />}
      </div>
      {pasos.length === 0 ? null : (
        <>
          <h3>Lo que ha pasado</h3>
          <ol className="draw-steps stack gap-3">
            {pasos.map((step) => (
              <li key={step.orden} className="stack gap-1">
                <p>{step.anulado ? <s>{step.texto}</s> : step.texto}</p>
                <p className="faint small">
                  {tellWhen(step.en)} · {step.quien === 'sistema' ? 'Automático' : step.quien}
                </p>
                {step.imagen ? (
                  <DrawImage picture={step.imagen} alt={`Foto del resultado, paso ${step.orden + 1}`} />
                ) : null}
                {step.corregible && leader.owner ? <CorrectResult id={id} step={step} /> : null}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

/** Corrects a wrong lottery result of two people: it counts no more, and they type it again. */
function CorrectResult({ id, step }: { id: number; step: PanelDraw['pasos'][number] }) {
  const why = useWhy()
  const deed = useDrawDeed(id)
  const correct = (codigo: string) =>
    deed.mutateAsync(() =>
      ask('POST /api/panel/rifas/:id/sorteo/resultado/corregir', {
        params: { id },
        body: { paso: step.orden, motivo: why.motivo, codigo },
      }),
    )
  return (
    <AskButton
      look="link"
      text="No es lo que salió: corregirlo"
      ask={(close) => (
        <FreshCodeDialog
          danger
          title="Corregir lo que salió"
          lead="Ese resultado deja de valer, y dos personas escriben de nuevo lo que salió."
          action="Quitarle el valor"
          blocked={why.missing}
          onConfirm={correct}
          onClose={close}
        >
          {why.field}
          <Consequences
            of={[
              ['site', 'El resultado anterior, el motivo y el nuevo quedan a la vista de todos.'],
              [
                'mail',
                byMail(
                  'A quien se le dijo que ganó le llega un correo con el motivo.',
                  'Avisa tú a quien se le dijo que ganó.',
                ),
              ],
            ]}
          />
        </FreshCodeDialog>
      )}
    />
  )
}

/** One prize: its next event, or its winner and the state of the delivery. */
function PrizeDraw(props: { id: number; draw: PanelDraw; prize: PanelPrize; leader: Leader }) {
  const { draw, prize } = props
  const { ganador, anteriores } = prize
  return (
    <article
      className="draw-prize pad-5 card stack gap-4"
      id={`premio-${prize.premio}`}
      aria-labelledby={`premio-${prize.premio}-titulo`}
    >
      <header>
        {draw.premios.length === 1 ? null : <p className="faint small">Premio {prize.premio + 1}</p>}
        <h3 className="subheading" id={`premio-${prize.premio}-titulo`}>
          {prize.titulo}
        </h3>
      </header>
      {ganador && prize.provisional_hasta !== null ? (
        <p className="soft">
          <strong className="draw-number">{ganador.numero}</strong> · Resultado provisional hasta el{' '}
          {tellWhen(prize.provisional_hasta)} Si está mal escrito, un dueño lo corrige antes: después se le avisa a
          quien ganó.
        </p>
      ) : ganador ? (
        <WinnerCard {...props} winner={ganador} />
      ) : (
        <p className="soft">{waitsFor(prize)}</p>
      )}
      {anteriores.map((lost) => (
        <p key={lost.id} className="soft small">
          <strong className="draw-number">{lost.numero}</strong> · {WINNER_WORDS.vencido} y lo perdió
          {lost.vencido_en === null ? '' : ` el ${tellWhen(lost.vencido_en)}`}
        </p>
      ))}
    </article>
  )
}

function waitsFor({ espera, no_vendido, por }: PanelPrize): string {
  if (no_vendido) return 'No quedó ningún número para este premio: nadie lo gana.'
  if (espera) return tellDue(espera)
  return por === 'faro' ? 'Lo decide el azar público, a su turno.' : 'Lo decide su lotería, a su turno.'
}
