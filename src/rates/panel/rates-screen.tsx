import './rates.css'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { useAsk, useDeed } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { type CalendarDate, dayInCaracas, type Instant, MINUTE } from '#platform/clock.ts'
import { formatRate, movesWithin, type Rate } from '#platform/money.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure, Field, SelectField } from '#platform/panel/parts/field.tsx'
import { Notice, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment, formatShortDay } from '#platform/panel/time.ts'
import { DAY_MOVES, type RateReference, type RateStatus } from '../contract.ts'
import { NO_RATE, RATE_NAMES, rateProblem, readTypedRate } from '../rate-text.ts'
import { type AskedRate, RATE_SHOWN, RateDialog } from './rate-dialog.tsx'

/** A dollar in bolívares: the rate in force, its source, and the ways to change it. */
export function RatesScreen({ tabs, canChange }: { tabs: ReactNode; canChange: boolean }) {
  const rate = useAsk('GET /api/panel/tasa', { refetchInterval: MINUTE })
  const [asked, setAsked] = useState<AskedRate | null>(null)
  const { data } = rate
  return (
    <div className="rates page gap-5">
      {tabs}
      {data ? (
        <>
          <StaleNotice query={rate} />
          <div className="halves columns-narrow card-wide card">
            <InForce status={data} canChange={canChange} onAsk={setAsked} />
            <Choices status={data} canChange={canChange} onChoose={setAsked} />
          </div>
          {canChange ? <RateForm status={data} onAsk={setAsked} /> : null}
        </>
      ) : (
        <Waiting query={rate} label="Cargando la tasa" />
      )}
      {data && asked ? <RateDialog asked={asked} status={data} onClose={() => setAsked(null)} /> : null}
    </div>
  )
}

function InForce(props: { status: RateStatus; canChange: boolean; onAsk: (asked: AskedRate) => void }) {
  const { status, canChange } = props
  const { actual } = status
  return (
    <section className="rates-force narrow-pad pad-5 stack from-top gap-3" aria-labelledby="tasa-vigente">
      <h2 id="tasa-vigente" className="soft">
        {RATE_NAMES[status.referencia]}
      </h2>
      <p className="rates-figure strong whole">{actual ? `Bs.\u00a0${formatRate(actual.tasa as Rate)}` : 'Sin tasa'}</p>
      {actual ? (
        <p className="rates-age flow">
          <VerdictShape level={actual.vigente ? 'bien' : 'aviso'} word={false} />
          <span>
            Del {formatShortDay(actual.fecha_valor as CalendarDate)}
            {actual.vigente ? '' : ', tiene más de 5 días'}.{' '}
            {actual.fuente === 'operador' ? 'Escrita por tu equipo' : `De ${actual.fuente}`},{' '}
            {formatMoment(actual.obtenida_en)}
          </span>
        </p>
      ) : (
        <p className="rates-age flow">
          <VerdictShape level="grave" word={false} />
          <span>{NO_RATE} Escribe una tasa.</span>
        </p>
      )}
      {status.aviso ? (
        <Notice level="aviso" title="La última lectura no se usó">
          {status.aviso}
        </Notice>
      ) : null}
      {canChange && status.de_antes !== null ? (
        <RateOfDay status={status} before={status.de_antes as Rate} onAsk={props.onAsk} />
      ) : null}
      <Source status={status} canChange={canChange} />
    </section>
  )
}

/** Where published rates come from. */
function Source({ status, canChange }: { status: RateStatus; canChange: boolean }) {
  return (
    <p className="faint small">
      {status.fuente_activa ? (
        'Se pregunta sola, cada media hora.'
      ) : (
        <>
          No hay una fuente conectada: las tasas se escriben aquí.{' '}
          {canChange ? (
            <Link href="/servidor">Elegir una para que lleguen solas</Link>
          ) : (
            'Un dueño pone una en Servidor.'
          )}
        </>
      )}
    </p>
  )
}

/** The three choices, each with its value today. */
function Choices(props: { status: RateStatus; canChange: boolean; onChoose: (asked: AskedRate) => void }) {
  const { status } = props
  return (
    <section className="rates-choices narrow-pad pad-5 line-left stack from-top gap-3" aria-labelledby="tasa-cual">
      <h2 id="tasa-cual">Cuál se usa</h2>
      <ul className="lines">
        {status.opciones.map(({ referencia, tasa, fecha_valor }) => (
          <li key={referencia} className="tall row gap-3">
            <div className="grid fill">
              <strong>{referencia === 'fija' ? 'Una fija tuya' : RATE_NAMES[referencia]}</strong>
              <span className="faint small">
                {tasa === null
                  ? 'Todavía no se conoce'
                  : `Bs.\u00a0${formatRate(tasa as Rate)}${fecha_valor ? ` · ${formatShortDay(fecha_valor as CalendarDate)}` : ''}`}
              </span>
            </div>
            {referencia === status.referencia ? (
              <span className="inline compact">
                <VerdictShape level="bien" word={false} />
                En uso
              </span>
            ) : props.canChange ? (
              <Button
                text="Usar"
                disabled={tasa === null}
                aria-label={`Usar ${referencia === 'fija' ? 'la fija' : RATE_NAMES[referencia]}`}
                onClick={() => tasa !== null && props.onChoose({ referencia, tasa })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A rate by hand: one that BCV published and the source did not give, or the operator's own. */
function RateForm({ status, onAsk }: { status: RateStatus; onAsk: (asked: AskedRate) => void }) {
  const [reference, setReference] = useState<RateReference>(status.referencia)
  const [typed, setTyped] = useState('')
  const [day, setDay] = useState<string>(() => dayInCaracas(serverNow() as Instant))
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const tasa = readTypedRate(typed)
    if (tasa === null || tasa === 'ambigua') {
      setProblem(rateProblem(tasa))
      ;(event.currentTarget.elements.namedItem('tasa') as HTMLElement | null)?.focus()
      return
    }
    setProblem(undefined)
    onAsk({ referencia: reference, tasa, fecha_valor: day as CalendarDate })
  }

  return (
    <section aria-labelledby="tasa-escribir">
      <form className="rates-form from-start pad-start-5 line-above stack gap-4" noValidate onSubmit={submit}>
        <div>
          <h2 id="tasa-escribir">Escribir una tasa</h2>
          <p className="faint small">
            Si la fuente falló o rechazamos un salto que es cierto, o si prefieres tu propia tasa.
          </p>
        </div>
        <div className="rates-fields columns-narrow gap-4 grid full high">
          <SelectField
            label="Cuál es"
            options={[
              ['bcv_euro', RATE_NAMES.bcv_euro],
              ['bcv_dolar', RATE_NAMES.bcv_dolar],
              ['fija', 'Una fija mía'],
            ]}
            value={reference}
            onText={(text) => setReference(text as RateReference)}
          />
          <Field
            label="Bolívares"
            name="tasa"
            inputMode="decimal"
            placeholder="671,4235"
            value={typed}
            onText={setTyped}
            problem={problem}
          />
          {reference === 'fija' ? null : (
            <Field
              label="Fecha valor"
              name="fecha_valor"
              type="date"
              value={day}
              onText={setDay}
              hint="El día para el que el BCV la publicó"
            />
          )}
        </div>
        <Button text="Revisar y guardar" type="submit" />
      </form>
    </section>
  )
}

/**
 * The morning's task, in one field: today's rate of the one in use. Near the previous rate it is stored immediately; farther away it takes the way of
 * every other change.
 * @param before rate of an earlier day.
 */
function RateOfDay(props: { status: RateStatus; before: Rate; onAsk: (asked: AskedRate) => void }) {
  const { status, before } = props
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const write = useDeed('POST /api/panel/tasa/hoy', RATE_SHOWN)

  function submit(event: FormEvent) {
    event.preventDefault()
    const tasa = readTypedRate(typed)
    setProblem(rateProblem(tasa))
    if (tasa === null || tasa === 'ambigua' || write.isPending) return
    if (movesWithin(before, tasa, DAY_MOVES)) return write.mutate({ body: { tasa } })
    props.onAsk({ referencia: status.referencia, tasa, fecha_valor: dayInCaracas(serverNow() as Instant) })
  }

  return (
    <form className="stack gap-3" noValidate onSubmit={submit} aria-label="La tasa de hoy">
      <div className="rates-today row wrap gap-3">
        <Field
          label="La tasa de hoy"
          name="hoy"
          inputMode="decimal"
          placeholder={formatRate(before)}
          value={typed}
          onText={setTyped}
          problem={problem}
        />
        <Button look="go" text="Guardar" type="submit" pending={write.isPending} />
      </div>
      <p className="faint small">
        Hasta {DAY_MOVES} % de la de antes se guarda de una vez. {ownersLearn()}
      </p>
      <Failure of={write.error} />
    </form>
  )
}
