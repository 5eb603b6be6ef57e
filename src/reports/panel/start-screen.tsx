import { useState } from 'react'
import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import type { FirstStep } from '../home-contract.ts'
import { STEP_WORDS } from './step-words.ts'
import './start.css'
import { Icon } from '#platform/panel/parts/icon.tsx'

/** Before the first sale: the done and open steps, each with its reason and its screen. */
export function StartScreen() {
  const steps = useAsk('GET /api/panel/empezar', { refetchInterval: 60_000 })
  const [opened, setOpened] = useState<FirstStep['paso'] | null>(null)
  if (!steps.data) {
    return <Waiting className="start pad-6 columns gap-8 grid" query={steps} label="Mirando qué falta" />
  }
  const { pasos } = steps.data
  const left = pasos.filter(({ listo }) => !listo)
  const current = opened ?? left[0]?.paso ?? null
  const minutes = left.reduce((sum, { paso }) => sum + STEP_WORDS[paso].minutos, 0)
  return (
    <div className="start pad-6 columns gap-8 grid">
      <div className="stack from-top gap-3">
        <StaleNotice query={steps} />
        <h2 className="start-title figure-large tight">{titleOf(left)}</h2>
        <p className="soft">{sentenceOf(left, pasos.length, minutes)}</p>
        <div
          className="start-bar raised clip"
          role="progressbar"
          aria-label="Pasos hechos"
          aria-valuemin={0}
          aria-valuemax={pasos.length}
          aria-valuenow={pasos.length - left.length}
          aria-valuetext={`${pasos.length - left.length} de ${pasos.length}`}
        >
          <span style={{ width: `${((pasos.length - left.length) / pasos.length) * 100}%` }} />
        </div>
        <ol className="clip below-2 lines card">
          {pasos.map((step, index) => (
            <StartStep
              key={step.paso}
              step={step}
              place={index + 1}
              current={step.paso === current}
              onOpen={() => setOpened(step.paso)}
            />
          ))}
        </ol>
        {left.some(({ impide_vender }) => impide_vender) ? null : <ShareLine />}
      </div>
      <StartDay />
    </div>
  )
}

function ShareLine() {
  const address = `${location.origin}/rifa`
  return (
    <div className="start-share round-3 edge pad-4-5 row gap-3 wrap">
      <div>
        <h3>Tu página</h3>
        <ButtonLink out look="link" text={address.replace(/^https?:\/\//, '')} href="/rifa" />
      </div>
      <CopyButton value={address} name="Copiar el enlace" word="Copiar el enlace" />
      <ButtonLink text="Ir a Inicio" href="/" />
    </div>
  )
}

function titleOf(left: readonly FirstStep[]): string {
  if (left.length === 0) return 'Todo listo para vender'
  const blocking = left.filter(({ impide_vender }) => impide_vender).length
  if (blocking === 0) return 'Ya puedes vender'
  return blocking === 1 ? 'Ya casi puedes vender' : 'Tu primera venta'
}

function sentenceOf(left: readonly FirstStep[], all: number, minutes: number): string {
  if (left.length === 0) return 'Nada falta. Esta lista ya no aparece en Inicio.'
  const done = all - left.length
  const time = minutes === 1 ? 'un minuto' : `unos ${minutes} minutos`
  return `${done} de ${all} pasos hechos · ${left.length === 1 ? 'queda' : 'quedan'} ${time}. Todo se puede cambiar después.`
}

/** Preview of the home, so that the words of the first day are known. */
function StartDay() {
  return (
    <aside className="stack from-top gap-3" aria-labelledby="asi-sera">
      <h2 id="asi-sera">Así será tu día</h2>
      <div className="start-sheet round-3 dashed">
        <section className="stack gap-1 soft compact pad-4-5">
          <h3 className="bright">En revisión</h3>
          <p>Cada pago que reporten aparece aquí, el más viejo primero, con sus comprobaciones hechas.</p>
          <div className="start-axis anchor" aria-hidden="true">
            <span style={{ left: '28%' }} />
            <span style={{ left: '52%' }} />
            <span style={{ left: '74%' }} />
            <span style={{ left: '90%' }} />
          </div>
        </section>
        <section className="stack gap-1 soft compact pad-4-5">
          <h3 className="bright">Miras tu banco, y decides</h3>
          <p>
            Apruebas solo lo que está en tu cuenta: una captura no prueba nada.{' '}
            {byMail('Al aprobar, los números salen por correo y', 'Al aprobar, le envías sus números por WhatsApp;')} se
            pueden deshacer 20 segundos.
          </p>
        </section>
        <section className="stack gap-1 soft compact pad-4-5">
          <h3 className="bright">Haz una compra de prueba</h3>
          <p>
            Cómprate dos boletos desde tu teléfono, recházala aquí y vuelven a la venta: así ves lo que ve tu comprador.
          </p>
        </section>
      </div>
    </aside>
  )
}

interface Props {
  step: FirstStep
  place: number
  /** The one to take now: open, with its reason and its button. */
  current: boolean
  onOpen: () => void
}

/** One step: done ones are a quiet line, the one to take now is open, the others open at a tap. */
function StartStep({ step, place, current, onOpen }: Props) {
  const { titulo, porque, hacer, minutos, donde } = STEP_WORDS[step.paso]
  const open = current && !step.listo
  return (
    <li className="start-step narrow-pad-x pad-3-5 row-top gap-3 compact" {...(open ? { 'aria-current': 'step' } : {})}>
      <span
        className={`start-mark nudged fixed centre small soft strong start-mark-${step.listo ? 'done' : open ? 'now' : 'later'}`}
      >
        {step.listo ? (
          <>
            <Icon name="check" />
            <span className="sr">Hecho: </span>
          </>
        ) : (
          place
        )}
      </span>
      <div className="gap-hair stack grow">
        <h3>
          {step.listo || open ? (
            titulo
          ) : (
            <button type="button" className="start-opens underlined text-start" aria-expanded={false} onClick={onOpen}>
              {titulo}
            </button>
          )}
        </h3>
        {step.listo ? <p className="faint">{step.detalle}</p> : <p className="soft">{porque}</p>}
        {open ? (
          <>
            {step.detalle === '' ? null : <p className="verdict-aviso">{step.detalle}</p>}
            <ButtonLink
              look="go"
              text={step.rifa_id !== null && step.paso === 'rifa' ? 'Agregar la imagen' : hacer}
              className="start-do to-start narrow-stretch below-2"
              href={donde(step.rifa_id)}
            />
          </>
        ) : null}
      </div>
      {step.listo ? (
        <Link href={donde(step.rifa_id)} className="link fixed">
          {step.paso === 'publicar' ? 'Ver' : 'Editar'}
          <span className="sr"> {titulo}</span>
        </Link>
      ) : (
        <span className="faint small nudged whole">{minutos} min</span>
      )}
    </li>
  )
}
