import { useState } from 'react'
import { useAsk } from '#access/panel/ask.ts'
import { formatWholeDay, parseDay } from '#platform/clock.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { TextField } from '#platform/panel/parts/field.tsx'
import { BackLink } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import type { PanelRaffle } from '#raffles/panel-contract.ts'
import type { PanelRule } from '../../contract.ts'
import { describeRule } from '../../describe-rule.ts'
import type { PanelDraw, PanelWinner } from '../../draw-contract.ts'
import { readRule } from '../../rule.ts'
import { readStep } from '../../steps.ts'
import { RuleText } from '../rule/rule-text.tsx'
import { useDraw } from '../run/draw-run.ts'
import { tellWhen, winnerWord } from '../run/draw-words.ts'
import './acta.css'

/** The record of a draw, to be printed and signed: the announcements, the events, the winners. */
export function ActaScreen({ id, site }: { id: number; site: string }) {
  const raffle = useAsk('GET /api/panel/rifas/:id', { params: { id }, refetchInterval: 20_000 })
  const rule = useAsk('GET /api/panel/rifas/:id/regla', { params: { id } })
  const draw = useDraw(id)
  if (raffle.data && rule.data && draw.data) {
    return <Acta raffle={raffle.data} rule={rule.data} draw={draw.data} site={site} />
  }
  return (
    <Waiting
      query={[raffle, rule, draw].find(({ isError }) => isError) ?? draw}
      label="Cargando el acta"
      className="acta page"
    />
  )
}

function Acta(props: { raffle: PanelRaffle; rule: PanelRule; draw: PanelDraw; site: string }) {
  const { raffle, rule, draw, site } = props
  const [taxes, setTaxes] = useState('')
  const steps = draw.pasos.map(({ publicado }) => readStep(publicado)).filter((step) => step !== null)
  const told = rule.texto === null ? null : readRule(rule.texto)
  return (
    <div className="acta page">
      <div className="acta-bar stack gap-4">
        <div className="row gap-3">
          <BackLink to={`/rifas/${raffle.id}/sorteo`} label="Volver al sorteo" />
          <h2 className="heading grow">El acta</h2>
          <Button look="go" text="Imprimir" onClick={() => print()} />
        </div>
        <TextField
          label="Impuestos del premio (línea libre)"
          name="impuestos"
          rows={2}
          maxLength={500}
          value={taxes}
          hint="Sale en el acta tal cual. No se guarda ni se calcula nada."
          onText={setTaxes}
        />
      </div>
      <article className="acta-paper round edge stack gap-5" aria-label="Acta del sorteo">
        <header className="stack gap-1">
          <p>{site}</p>
          <h2>Acta del sorteo</h2>
          <p>{draw.titulo}</p>
        </header>
        <section className="stack">
          <h3>Resultado</h3>
          <ul className="stack gap-3">
            {draw.premios.map(({ premio, titulo, ganador, anteriores, no_vendido }) => (
              <li key={premio} className="acta-prize">
                <strong>{draw.premios.length === 1 ? titulo : `${premio + 1}. ${titulo}`}</strong>
                {ganador ? <Winner winner={ganador} /> : <p>{no_vendido ? 'Número no vendido.' : 'Por sortear.'}</p>}
                {anteriores.map((lost) => (
                  <p key={lost.id}>Antes salió el {lost.numero}, que no lo reclamó a tiempo.</p>
                ))}
              </li>
            ))}
          </ul>
        </section>
        <section className="stack">
          <h3>Lista de participantes</h3>
          {draw.lista === null ? (
            <p>Todavía no está congelada.</p>
          ) : (
            <>
              <p>
                {draw.lista.cuenta} números confirmados, congelada el {tellWhen(draw.lista.congelada_en)}
              </p>
              <Hash name="SHA-256 de la lista" hash={draw.lista.sha256} />
            </>
          )}
        </section>
        <section className="stack">
          <h3>Lo que pasó, en orden</h3>
          {draw.pasos.length === 0 ? <p>Nada todavía.</p> : null}
          <ol className="stack gap-1">
            {draw.pasos.map((step) => (
              <li key={step.orden}>
                {tellWhen(step.en)}: {step.texto}
              </li>
            ))}
          </ol>
          <Hash name="SHA-256 de los pasos" hash={draw.pasos_sha256} />
        </section>
        {told === null ? null : (
          <section className="stack gap-3">
            <h3>La regla, como se publicó antes de vender</h3>
            <RuleText passages={describeRule(told, steps)} rule={rule.regla} pictures={rule.fotos} />
            <Hash name="SHA-256 de la regla" hash={rule.sha256 ?? ''} />
          </section>
        )}
        {taxes.trim() === '' ? null : (
          <section className="stack">
            <h3>Impuestos</h3>
            <p>{taxes}</p>
          </section>
        )}
        <div className="acta-signatures grid">
          {['Por el operador', 'Testigo', 'Quien recibe el premio'].map((who) => (
            <p key={who}>{who}</p>
          ))}
        </div>
        <p className="small">
          Cualquiera puede comprobar este sorteo en la página de la rifa, con la lista y los códigos de control de esta
          hoja.
        </p>
      </article>
    </div>
  )
}

function Winner({ winner }: { winner: PanelWinner }) {
  const { numero, persona, entrega_dia } = winner
  const day = entrega_dia === null ? null : parseDay(entrega_dia)
  return (
    <p>
      Número <strong>{numero}</strong>, de {persona.nombre}
      {persona.cedula === '' ? '' : `, cédula ${persona.cedula}`}. {winnerWord(winner)}
      {day === null ? '' : ` el ${formatWholeDay(day)}`}.
    </p>
  )
}

function Hash({ name, hash }: { name: string; hash: string }) {
  return (
    <p className="small">
      {name}: <code>{hash.replace(/(.{8})(?=.)/g, '$1 ')}</code>
    </p>
  )
}
