import { useAsk } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { type Verdict, VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment, formatWait } from '#platform/panel/time.ts'
import type { Finding, ServerState, StateLevel } from '../../state-contract.ts'
import { toDo } from './to-do.ts'
import './state.css'

const SHAPES: Record<StateLevel, Verdict> = { bien: 'bien', atento: 'aviso', grave: 'grave' }

/** Places where an owner can solve the problem. */
const PLACES: Record<string, readonly [path: string, words: string]> = {
  correo: ['/correos', 'Ver los correos'],
  certificado: ['/servidor', 'Abrir Servidor'],
  respaldo: ['/respaldos', 'Ver los respaldos'],
  tasa: ['/tasas', 'Ir a Tasas'],
  libros: ['/diario', 'Ver el diario'],
  fuentes: ['/conciliacion/fuentes', 'Ver las fuentes'],
}

/** State of the server: one sentence, the tasks, and then all that is well. */
export function StateScreen() {
  const state = useAsk('GET /api/panel/estado/servidor', { refetchInterval: 60_000 })
  if (!state.data) {
    return <Waiting className="page narrow-page" query={state} label="Mirando el servidor" />
  }
  const { comprobaciones, procesos, nivel, visto_en } = state.data
  const asked = toDo(comprobaciones)
  const good = comprobaciones.filter((finding) => !asked.includes(finding))
  return (
    <div className="page narrow-page">
      <StaleNotice query={state} />
      <header className="state-head row gap-4">
        <VerdictShape level={SHAPES[nivel]} word={false} />
        <div>
          <h2 className="title">{titleOf(asked)}</h2>
          <p className="soft">
            {sentenceOf(asked)} <span className="faint">Visto a las {formatMoment(visto_en)}</span>
          </p>
        </div>
      </header>
      {asked.length > 0 ? (
        <ul className="card card-wide lines" aria-label="Lo que hay que hacer">
          {asked.map((finding) => (
            <ToDo key={finding.clave} finding={finding} />
          ))}
        </ul>
      ) : null}
      {procesos.length > 1 ? <Processes processes={procesos} /> : null}
      <section aria-labelledby="esta-bien">
        <h2 id="esta-bien" className="subheading">
          {asked.length > 0 ? 'Lo demás está bien' : 'Lo que se mira'}
        </h2>
        <ul className="state-good lines">
          {good.map(({ clave, nombre, texto }) => (
            <li key={clave} className="row-top gap-3 pad-y-3">
              <VerdictShape level="bien" />
              <span className="state-name strong">{nombre}</span>
              <span className="soft grow">{texto}</span>
            </li>
          ))}
        </ul>
      </section>
      <ForSysadmin state={state.data} />
    </div>
  )
}

function titleOf(asked: readonly Finding[]): string {
  if (asked.length === 0) return 'Todo está bien'
  return asked.length === 1 ? 'Hay una cosa que hacer' : `Hay ${asked.length} cosas que hacer`
}

function sentenceOf(asked: readonly Finding[]): string {
  if (asked.length === 0) return 'No hay nada que hacer. Si algo cambia, lo dice el menú.'
  return asked.some(({ nivel }) => nivel === 'grave')
    ? 'La tienda sigue abierta, pero algo no puede esperar.'
    : 'La tienda sigue abierta. Puede esperar a mañana, no un mes.'
}

/** The problem, the next step, and below a fold the details that only a sysadmin understands. */
function ToDo({ finding }: { finding: Finding }) {
  const { clave, nombre, nivel, texto, que_hacer, detalle } = finding
  const place = PLACES[clave]
  return (
    <li className={`narrow-pad-x pad-4-5 state-todo-${nivel} row-top gap-3`}>
      <VerdictShape level={SHAPES[nivel]} />
      <div className="stack grow">
        <h3 className="compact faint">{nombre}</h3>
        <p className="state-what subheading">{texto}</p>
        <p className="state-next row-top">
          <Icon name="next" />
          <span>{que_hacer}</span>
        </p>
        {place ? <ButtonLink text={place[1]} className="narrow-stretch to-start" href={place[0]} /> : null}
        {detalle === '' ? null : (
          <details className="state-detail compact">
            <summary>Para quien cuida el servidor</summary>
            <p className="soft breaks">{detalle}</p>
          </details>
        )}
      </div>
    </li>
  )
}

/** Every process that serves the shop, if there are several. */
function Processes({ processes }: { processes: ServerState['procesos'] }) {
  return (
    <section aria-labelledby="servidores">
      <h2 id="servidores" className="subheading">
        Los servidores
      </h2>
      <ul className="state-good lines">
        {processes.map(({ nombre, version, desde, adelanto, este }) => (
          <li key={nombre} className="row-top gap-3 wrap pad-y-3">
            <span className="state-name strong">{nombre}</span>
            <span className="soft grow">
              versión {version} · encendido desde {formatMoment(desde)}
              {Math.abs(adelanto) >= 1_000
                ? ` · reloj ${adelanto > 0 ? 'adelantado' : 'atrasado'} ${formatSeconds(adelanto)}`
                : ''}
              {este ? ' · el que te responde' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatSeconds(milliseconds: number): string {
  const span = Math.abs(milliseconds)
  return span < 60_000 ? `${Math.round(span / 1_000)} s` : formatWait(span)
}

/** Figures and names of the checks that are well, on demand. */
function ForSysadmin({ state }: { state: ServerState }) {
  const lines = state.comprobaciones.filter(({ nivel, detalle }) => nivel === 'bien' && detalle !== '')
  return (
    <details className="state-detail compact">
      <summary>Detalles para quien cuida el servidor</summary>
      <dl className="gap-2 grid pad-y-2">
        {lines.map(({ clave, nombre, detalle }) => (
          <div key={clave}>
            <dt className="faint">{nombre}</dt>
            <dd className="breaks">{detalle}</dd>
          </div>
        ))}
      </dl>
      <p className="faint breaks">
        En una terminal: <code>{state.orden}</code>
      </p>
    </details>
  )
}
