import { Fragment, type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAsk, usePages } from '#access/panel/ask.ts'
import { type CalendarDate, dayInCaracas, formatDay, formatHour, type Instant, MINUTE } from '#platform/clock.ts'
import { serverNow } from '#platform/panel/api.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import { EmptyState, ListState, MoreButton } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { JournalLine } from '../contract.ts'
import { deedsOf, deedWords, SUBJECTS, type Subject } from '../deeds.ts'
import { type ToldField, type ToldLine, tellActor, tellDeed, tellFields } from '../tell-deed.ts'
import { ChainCheckBar } from './chain-check.tsx'
import { FILTERS, type FilterName, type Filters, readFilters } from './read-filters.ts'
import './journal.css'

interface Props {
  /** Where a purchase is shown. */
  purchasePath: (id: number) => string
  /** Exports of the lines, by the filters in the address. */
  exports?: (query: string) => ReactNode
}

/** Deeds with actor and time, day by day. */
export function JournalScreen({ purchasePath, exports }: Props) {
  const [, navigate] = useLocation()
  const filters = readFilters(useSearch())
  const journal = usePages('GET /api/panel/diario', { query: filters })
  const lines = journal.data?.pages.flatMap((page) => page.lineas) ?? []
  const filtered = Object.keys(filters).length > 0
  return (
    <div className="journal page">
      <ChainCheckBar />
      <JournalFilters
        filters={filters}
        onFilters={(next) => {
          const search = new URLSearchParams(next).toString()
          navigate(search === '' ? '/diario' : `/diario?${search}`, { replace: true })
        }}
      />
      {exports && lines.length > 0 ? (
        <div className="ends flow">{exports(new URLSearchParams(filters).toString())}</div>
      ) : null}
      <ListState query={journal} label="Cargando el diario" />
      {journal.data && lines.length === 0 ? (
        <EmptyState icon="journal" title={filtered ? 'Nada con estos filtros' : 'Todavía no hay nada'}>
          <p>
            {filtered
              ? 'Quita alguno o amplía los días.'
              : 'Cada decisión, cambio y entrada al panel se anota aquí con quién y cuándo, y nadie lo puede borrar.'}
          </p>
        </EmptyState>
      ) : null}
      {byDay(lines).map(([day, ofDay]) => (
        <section key={day} className="journal-day card" aria-label={tellDay(day)}>
          <h2>{tellDay(day)}</h2>
          <ol className="lines">
            {ofDay.map((line) => (
              <li key={line.id}>
                <Line line={line} purchasePath={purchasePath} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      <MoreButton query={journal} className="btn self-centre" />
    </div>
  )
}

/** `Marisela aprobó la compra TB-6TW1F`, with the shape of its meaning, and its data. */
function Line({ line, purchasePath }: { line: JournalLine; purchasePath: (id: number) => string }) {
  const { tono } = deedWords(line.accion)
  const head = (
    <>
      <time className="faint" dateTime={line.en}>
        {formatHour(Date.parse(line.en) as Instant)}
      </time>
      <span className="deed icon-s shrinks row-top soft">
        {tono ? <VerdictShape level={tono} word={false} /> : <span className="deed-dot fixed" aria-hidden="true" />}
        <span>
          <strong>{tellActor(line.actor)}</strong> {unbroken(tellDeed(line))}
        </span>
      </span>
      {line.rifa_id === null ? null : <span className="journal-where small faint">Rifa {line.rifa_id}</span>}
    </>
  )
  if (tellFields(line).length === 0 && line.compra_id === null)
    return <div className="journal-line gap-3 grid level pad-2-4 compact target ring-in">{head}</div>
  return (
    <details className="journal-details">
      <summary className="journal-line gap-3 grid level pad-2-4 compact target ring-in">{head}</summary>
      <div className="journal-more-of from-start stack gap-3">
        <DeedFields line={line} />
        {line.compra_id === null ? null : (
          <ButtonLink look="link" text="Ver la compra" href={purchasePath(line.compra_id)} />
        )}
      </div>
    </details>
  )
}

function byDay(lines: JournalLine[]): [CalendarDate, JournalLine[]][] {
  const days = new Map<CalendarDate, JournalLine[]>()
  for (const line of lines) {
    const day = dayInCaracas(Date.parse(line.en) as Instant)
    days.set(day, [...(days.get(day) ?? []), line])
  }
  return [...days]
}

function tellDay(day: CalendarDate): string {
  const today = dayInCaracas(serverNow() as Instant)
  if (day === today) return `Hoy, ${formatDay(day)}`
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day) : `${formatDay(day)} de ${day.slice(0, 4)}`
}

/** Codes such as `TB-6TW1F` stay in one piece at the end of a line. */
function unbroken(text: string): string {
  return text.replace(/([A-Z]{2})-(\w)/g, '$1\u2060-\u2060$2')
}

/** Data of a line: old and new values side by side, then the rest. */
function DeedFields({ line }: { line: ToldLine }) {
  const fields = tellFields(line)
  const compared = fields.filter((field): field is ToldField & { antes: string } => field.antes !== null)
  const others = fields.filter((field) => field.antes === null)
  return (
    <div className="full stack gap-3 compact">
      {compared.length > 0 ? (
        <Compare
          names={['Antes', 'Después']}
          lines={compared.map(({ nombre, antes, ahora, cambio }) => ({
            label: nombre,
            before: antes,
            after: ahora,
            changed: cambio,
          }))}
        />
      ) : null}
      {others.length > 0 ? (
        <dl className="deed-rest gap-1-4 grid">
          {others.map(({ nombre, ahora }) => (
            <Fragment key={nombre}>
              <dt className="faint">{nombre}</dt>
              <dd>{ahora}</dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
    </div>
  )
}

/** Actor, deed, place, day. Each choice goes to the address immediately. */
function JournalFilters({ filters, onFilters }: { filters: Filters; onFilters: (filters: Filters) => void }) {
  const { data } = useAsk('GET /api/panel/diario/filtros', { staleTime: MINUTE })
  const set = (name: FilterName) => (event: { target: { value: string } }) => {
    const { [name]: _, ...rest } = filters
    onFilters(event.target.value === '' ? rest : { ...rest, [name]: event.target.value })
  }
  const control = (name: FilterName) => ({ name, value: filters[name] ?? '', onChange: set(name) })
  const people = new Set([...(data?.personas ?? []), ...(filters.persona ? [filters.persona] : [])])
  const used = FILTERS.filter((name) => filters[name]).length
  const [unfolded, setUnfolded] = useState(false)
  const raffles = new Set([...(data?.rifas ?? []).map(String), ...(filters.rifa ? [filters.rifa] : [])])
  return (
    <section className={`journal-filters row wrap ${unfolded ? '' : 'journal-folded'}`} aria-label="Filtrar el diario">
      <Button
        icon="filter"
        text={used === 0 ? 'Filtrar' : `Filtros: ${used}`}
        className="journal-fold unseen"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      />
      <SelectField
        label="Quién"
        options={[['', 'Todos'], ...[...people].map((name) => [name, tellActor(name)] as const)]}
        {...control('persona')}
      />
      <SelectField label="Qué" {...control('que')}>
        <option value="">Todo</option>
        {(Object.keys(SUBJECTS) as Subject[]).map((subject) => (
          <optgroup key={subject} label={SUBJECTS[subject]}>
            <option value={subject}>Todo: {SUBJECTS[subject].toLowerCase()}</option>
            {deedsOf(subject).map((deed) => (
              <option key={deed} value={deed}>
                {deed.charAt(0).toUpperCase() + deed.slice(1)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        label="Rifa"
        options={[['', 'Todas'], ...[...raffles].map((id) => [id, `Rifa ${id}`] as const)]}
        {...control('rifa')}
      />
      <Field label="Desde" type="date" max={filters.hasta} {...control('desde')} />
      <Field label="Hasta" type="date" min={filters.desde} {...control('hasta')} />
      {used > 0 ? <Button look="link" text="Quitar filtros" className="target" onClick={() => onFilters({})} /> : null}
    </section>
  )
}
