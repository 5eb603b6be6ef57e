import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { BackLink, Icon, type IconName } from '#platform/panel/parts/icon.tsx'
import { EmptyState, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { sourceForm } from '../../source-forms.ts'
import type { ShownSource } from '../../sources-contract.ts'
import { NewSource } from './new-source.tsx'
import { PasteWay } from './paste-way.tsx'
import { ReceiptsPart } from './receipts-part.tsx'
import { SourcePage } from './source-page.tsx'
import { SourceStanding } from './source-state.tsx'
import { useSources } from './sources.ts'
import './sources.css'

const ICONS: Record<ShownSource['via'], IconName> = { aviso: 'phone', webhook: 'bank', lectura: 'retry' }

/**
 * Sources of money that came in, the state of each, and unreadable receipts.
 * @param selected `nueva`, an id, or null for the list.
 * @param owner may add and change them.
 */
export function SourcesScreen({ which: selected, owner }: { which: string | null; owner: boolean }) {
  const list = useSources()
  if (!list.data) {
    return <Waiting className="page" query={list} label="Cargando las fuentes" />
  }
  const { fuentes, cuentas } = list.data
  if (owner && selected === 'nueva') return <NewSource accounts={cuentas} />
  const source = selected === null ? undefined : fuentes.find(({ id }) => String(id) === selected)
  if (owner && source) return <SourcePage key={`${source.id} ${source.version}`} source={source} />
  return (
    <div className="page gap-6">
      <StaleNotice query={list} />
      <SourceList sources={fuentes} owner={owner} />
      <ReceiptsPart />
    </div>
  )
}

function SourceList(props: { sources: readonly ShownSource[]; owner: boolean }) {
  const { sources, owner } = props
  return (
    <section className="stack gap-4" aria-label="Fuentes">
      <div className="back-head row gap-3 wrap">
        <BackLink to="/conciliacion" label="Volver a la conciliación" />
        <p className="soft grow">De dónde sabe la tienda qué dinero llegó, sin que subas un extracto.</p>
        <span className="sources-actions narrow-line row">
          <PasteWay />
          {owner ? <ButtonLink look="go" icon="plus" text="Fuente" href="/conciliacion/fuentes/nueva" /> : null}
        </span>
      </div>
      {sources.length === 0 ? (
        <EmptyState icon="phone" title="Todavía ningún banco le avisa a tu tienda">
          <p>
            La más simple es el teléfono donde te llegan los SMS del banco: los reenvía aquí y el pago se reconoce en un
            segundo.
          </p>
        </EmptyState>
      ) : (
        <ul className="lines card-wide card">
          {sources.map((source) => (
            <li key={source.id}>
              <SourceRow source={source} owner={owner} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SourceRow({ source, owner }: { source: ShownSource; owner: boolean }) {
  const inside: ReactNode = (
    <>
      <span className="square centre soft round raised">
        <Icon name={ICONS[source.via]} />
      </span>
      <span className="gap-hair grid shrinks">
        <strong>{source.nombre}</strong>
        <span className="faint small">
          {sourceForm(source.fuente, source.via)?.titulo ?? source.fuente} · {source.cuenta}
        </span>
      </span>
      <SourceStanding source={source} />
      {owner ? <Icon name="next" /> : null}
    </>
  )
  return owner ? (
    <Link href={`/conciliacion/fuentes/${source.id}`} className="source-row gap-3 grid bare level pad-3-4 lit">
      {inside}
    </Link>
  ) : (
    <div className="source-row gap-3 grid bare level pad-3-4">{inside}</div>
  )
}
