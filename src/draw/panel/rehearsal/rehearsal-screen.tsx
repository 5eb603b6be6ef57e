import { useRef, useState } from 'react'
import type { Instant } from '#platform/clock.ts'
import { PanelFailure, serverNow } from '#platform/panel/api.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, Waiting } from '#platform/panel/parts/states.tsx'
import { useRaffle } from '#raffles/panel/raffles-query.ts'
import { QUICKNET } from '../../chain.ts'
import { type DrawRule, RULE_FORMAT } from '../../rule.ts'
import { firstDraft, readRuleDraft } from '../rule/rule-draft.ts'
import { useRule } from '../rule/rule-query.ts'
import { type AskDraw, type DrawRun, DrawRunContext } from '../run/draw-run.ts'
import { Draw } from '../run/draw-screen.tsx'
import {
  beginRehearsal,
  letItCome,
  PLAYED,
  playOther,
  type Rehearsal,
  rehearse,
  seenBy,
  whatComes,
} from './rehearse.ts'
import './rehearsal.css'

/** The whole draw on sample data, on the same screens: nothing is asked of the server, and nothing of it stays. */
export function RehearsalScreen({ id }: { id: number }) {
  const raffle = useRaffle(id)
  const rule = useRule(id)
  if (!raffle.data || !rule.data) {
    return (
      <Waiting query={raffle.isError ? raffle : rule} label="Preparando el ensayo">
        <div className="draw-screen page">
          <Bone height="10rem" />
        </div>
      </Waiting>
    )
  }
  const { titulo, premio, fecha, digitos } = raffle.data.campos
  const { total_numeros } = raffle.data
  const about = { id, titulo, premio, fecha, total_numeros, digitos }
  const now = serverNow() as Instant
  const fields = rule.data.regla ?? readRuleDraft(firstDraft(about, now), about, now).rule
  if (!fields) return null
  const sample: DrawRule = {
    ...{ formato: RULE_FORMAT, rifa: id, numeros: total_numeros, cifras: digitos, ...fields },
    faro: { ...QUICKNET, cadena: '00'.repeat(32) },
  }
  return <Rehearsing key={id} id={id} first={() => beginRehearsal(sample, titulo, now)} />
}

function Rehearsing({ id, first }: { id: number; first: () => Rehearsal }) {
  const [shown, setShown] = useState(first)
  // What is asked next goes on from what was answered last, also before it is shown.
  const kept = useRef(shown)
  const put = (next: Rehearsal) => {
    kept.current = next
    setShown(next)
  }
  const ask = async (name: string, sent: { params?: { ganador?: number }; body?: object } = {}) => {
    if (name.endsWith('/sugerencia')) return { dia: '', resultados: [], fuente: null }
    const next = rehearse(kept.current, name, { ...sent.body }, Number(sent.params?.ganador))
    put(next)
    return next.draw
  }
  const upload = () =>
    Promise.reject(
      new PanelFailure(409, { error: 'En el ensayo no se suben fotos', details: 'En el sorteo de verdad, sí.' }),
    )
  const run: DrawRun = { ask: ask as AskDraw, upload, sample: true }
  const next = whatComes(shown)
  const two = shown.draw.propuesta !== null
  return (
    <DrawRunContext value={run}>
      <div className="rehearsal">
        <section className="rehearsal-bar row gap-3 wrap" aria-label="Ensayo">
          <strong className="rehearsal-who">
            <span className="rehearsal-word">Ensayo</span> Juegas como {PLAYED[shown.person].toLowerCase()}
          </strong>
          {two ? (
            <button type="button" className="btn" onClick={() => put(playOther(kept.current))}>
              <Icon name="people" />
              Ser {PLAYED[shown.person === 0 ? 1 : 0].toLowerCase()}
            </button>
          ) : null}
          {next === null ? null : (
            <button type="button" className="btn" onClick={() => put(letItCome(kept.current, chance))}>
              <Icon name="clock" />
              {next}
            </button>
          )}
        </section>
        <Draw id={id} draw={seenBy(shown.draw, shown.person)} leader={{ judges: true, owner: true }} />
        <p className="rehearsal-end soft small">Aquí nada se guarda: al salir de esta pantalla el ensayo desaparece.</p>
      </div>
    </DrawRunContext>
  )
}

function chance(below: number): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
  return value % below
}
