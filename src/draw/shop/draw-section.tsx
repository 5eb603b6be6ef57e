import type { ReactNode } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { after, formatDay, formatInstant, HOUR, type Instant } from '#platform/clock.ts'
import { formatCount } from '#platform/money.ts'
import { Icon } from '#platform/web/icon.tsx'
import { checkPage } from '#purchases/check-link.ts'
import type { RaffleImage } from '#raffles/contract.ts'
import { imageAddress } from '#raffles/image-set.ts'
import { Picture } from '#raffles/shop/picture.tsx'
import { isPublic, roundFrom } from '../chain.ts'
import { describeRule, drawDay, drawsFrom, MOVED, REHEARSAL, type RulePassage } from '../describe-rule.ts'
import type { DrawDocument } from '../document.ts'
import { type DrawRule, type Prize, readRule } from '../rule.ts'
import { readStep, type Step } from '../steps.ts'

const writtenAt = (text: string) => formatInstant(Date.parse(text) as Instant)

/** How far a step of the draw is. */
type Stage = 'done' | 'now' | 'next'

/** On the page of a raffle: how its draw is decided, how far it is, and the seal of the rule. Only the server draws it. */
export function DrawSection(props: {
  document: DrawDocument
  /** By the hash in the rule. */
  pictures: ReadonlyMap<string, RaffleImage> | null
}) {
  const { document, pictures } = props
  const rule = readRule(document.regla)
  if (!rule) return null
  const steps = document.pasos.map((text) => readStep(text) as Step)
  const moved = steps.filter((step) => step.tipo === 'aplazado')
  const closed = document.cierre === null ? null : (Date.parse(document.cierre) as Instant)
  const [close, people, ...others] = describeRule(rule, steps, closed)
  const prizes = others.filter(({ premio }) => premio !== null)
  const stages = stagesOf(document)
  return (
    <section aria-labelledby="sorteo">
      <h2 id="sorteo">Cómo se decide quién gana</h2>
      {!isPublic(rule.faro) && (
        <p>
          <b>{REHEARSAL}</b>
        </p>
      )}
      <ol className="rail">
        <RailStep stage={stages.cierre} passage={close}>
          <Moved steps={moved.filter(({ que }) => que === 'cierre')} />
        </RailStep>
        <RailStep stage={stages.lista} passage={people}>
          {stages.lista === 'now' && closed !== null && <p className="draw-now">{reviewText(rule, closed)}</p>}
          {document.lista_sha256 !== null && (
            <>
              <p className="draw-now">
                Participan {formatCount(document.lista_cuenta ?? 0)} números. Código de control de la lista:
              </p>
              <p className="hash">{document.lista_sha256}</p>
            </>
          )}
        </RailStep>
        {prizes.map((passage, place) => (
          <RailStep key={passage.titulo} stage={stages.premios[place]} passage={passage}>
            <PrizePicture prize={rule.premios[place]} pictures={pictures} />
            {document.premios[place] && (
              <p className="draw-won">
                Ganó el <span className="num">{document.premios[place].numero}</span>
              </p>
            )}
            <Corrected steps={steps} premio={place} prize={rule.premios[place]} />
            {stages.premios[place] === 'now' && <p className="draw-now">{waitText(rule, place, steps, closed)}</p>}
            {place === 0 && <Moved steps={moved.filter(({ que }) => que === 'sorteo')} />}
          </RailStep>
        ))}
      </ol>
      <div className="draw-seal">
        {others
          .filter(({ premio, titulo }) => premio === null && titulo !== MOVED)
          .map(({ titulo, lineas }) => (
            <p key={titulo}>
              <b>{titulo}.</b> {lineas.join(' ')}
            </p>
          ))}
        <p>
          <b>Código de control de esta regla (SHA-256).</b> Si alguien cambia una sola letra de la regla, este código
          cambia.{' '}
          {byMail('También viene en el correo con tus números, para que compares.', 'Guárdalo, para que compares.')}
        </p>
        <p className="hash">{document.regla_sha256}</p>
        <a className="btn" href={checkPage(document.rifa)}>
          <Icon name="shield" small />
          Verificar el sorteo
        </a>
      </div>
    </section>
  )
}

interface StepProps {
  stage: Stage | undefined
  passage: RulePassage | undefined
  /** State of the step. */
  children: ReactNode
}

function RailStep({ stage, passage, children }: StepProps) {
  return (
    <li
      data-done={stage === 'done' || undefined}
      data-now={stage === 'now' || undefined}
      aria-current={stage === 'now' ? 'step' : undefined}
    >
      <span className="rail-dot">{stage === 'done' && <Icon name="check" small />}</span>
      <div>
        <h3>{passage?.titulo}</h3>
        {children}
        {passage?.lineas.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </li>
  )
}

/** It opens the file with the hash in the rule. */
function PrizePicture(props: { prize: Prize | undefined; pictures: ReadonlyMap<string, RaffleImage> | null }) {
  const { imagen: hash = '', titulo } = props.prize ?? {}
  const image = props.pictures?.get(hash)
  if (!image) return null
  return (
    <a className="prize-picture" href={imageAddress(image, Math.max(...image.anchos), 'jpg')}>
      <Picture image={{ ...image, alt: `Foto de ${titulo}` }} sizes="(min-width: 1024px) 20rem, 70vw" />
    </a>
  )
}

/** The lottery result of two people, the end of its objection time, and its corrections. */
function Corrected({ steps, premio, prize }: { steps: readonly Step[]; premio: number; prize: Prize | undefined }) {
  const minutes = prize?.por.tipo === 'loteria' ? (prize.por.objecion_minutos ?? 0) : 0
  const last = steps.filter((step) => 'premio' in step && step.premio === premio).at(-1)
  const typed = last?.tipo === 'loteria' && last.en !== undefined ? (Date.parse(last.en) as Instant) : null
  return (
    <>
      {typed !== null && <p>Provisional hasta el {formatInstant(after(typed, minutes * 60_000))} Después es firme.</p>}
      {steps.map((step) => {
        if (step.tipo !== 'corregido' || step.premio !== premio) return null
        const wrong = steps[step.paso]
        return (
          <p className="draw-moved" key={step.en}>
            <b>Se corrigió.</b> Se había escrito{' '}
            {wrong?.tipo === 'loteria' ? wrong.resultados.join(' y ') : 'que no hubo sorteo'}. Motivo:{' '}
            {step.motivo.replace(/\.$/, '')}. Lo anunció {step.mano} el {writtenAt(step.en)}
          </p>
        )
      })}
    </>
  )
}

/** Postponements, with both instants and the reason, as announced before the hour. */
function Moved({ steps }: { steps: readonly (Step & { tipo: 'aplazado' })[] }) {
  return steps.map(({ que, de, a, motivo, en }) => (
    <p className="draw-moved" key={en}>
      <b>{que === 'cierre' ? 'El cierre se aplazó.' : 'El sorteo se aplazó.'}</b> Antes era el {writtenAt(de)} Ahora es
      el {writtenAt(a)} Motivo: {motivo}. Se anunció el {writtenAt(en)}
    </p>
  ))
}

function stagesOf({ cierre, lista_sha256, premios }: DrawDocument): {
  cierre: Stage
  lista: Stage
  premios: Stage[]
} {
  const [closed, frozen] = [cierre !== null, lista_sha256 !== null]
  const next = premios.indexOf(null)
  return {
    cierre: closed ? 'done' : 'now',
    lista: frozen ? 'done' : closed ? 'now' : 'next',
    premios: premios.map((won, place) => (won ? 'done' : frozen && place === next ? 'now' : 'next')),
  }
}

function reviewText({ revision_horas }: DrawRule, closed: Instant): string {
  return `Se están revisando los últimos pagos, hasta el ${formatInstant(after(closed, revision_horas * HOUR))}`
}

/** Event that a prize waits for. */
function waitText(rule: DrawRule, place: number, steps: readonly Step[], closed: Instant | null): string {
  const begun = steps.some(({ tipo }) => tipo !== 'aplazado')
  const prize = rule.premios[place]
  if (!prize || begun || closed === null) return 'Es el que sigue.'
  const from = drawsFrom(rule, steps, closed)
  return prize.por.tipo === 'faro'
    ? `Falta la ronda ${roundFrom(rule.faro, from)} del azar público, que sale el ${formatInstant(from)}`
    : `Falta el sorteo del ${formatDay(drawDay(prize, from))}.`
}
