import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { BackHead, Icon, WayButton } from '#platform/panel/parts/icon.tsx'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import type { PanelMethod, PanelMethods } from '../contract.ts'
import { AlteredNotice } from './altered-notice.tsx'
import { MethodEditor } from './method-editor.tsx'
import { usePageNames } from './method-fields.tsx'
import './methods.css'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { FORM_NAMES } from '../method-forms.ts'
import { accountName, METHOD_FORMS, type MethodForm } from '../methods.ts'
import { paymentRows } from '../payment-rows.ts'

const SAYS: Record<MethodForm, string> = {
  pago_movil: 'En bolívares, por teléfono',
  zelle: 'En dólares, por correo o teléfono',
  binance: 'En USDT, por ID o correo',
  paypal: 'En dólares, por correo',
  transferencia: 'En bolívares, a una cuenta',
  nequi: 'En pesos colombianos, a un precio fijo por boleto',
}

/**
 * Where buyers pay: every account in the buyers' order, and one of them to change.
 * @param selected `nuevo`, an id, or null for the list.
 * @param tabs other parts about money, drawn by the composition.
 */
export function MethodsScreen({ selected, tabs }: { selected: string | null; tabs: ReactNode }) {
  const list = useAsk('GET /api/panel/metodos', { refetchInterval: 30_000 })
  if (!list.data) {
    return (
      <div className="page">
        {tabs}
        <Waiting query={list} label="Cargando los métodos de pago" />
      </div>
    )
  }
  const { metodos } = list.data
  if (selected === 'nuevo') return <NewMethodChoice list={list.data} />
  if (selected !== null) {
    const method = metodos.find(({ id }) => String(id) === selected)
    return method ? <MethodEditor key={method.id} method={method} list={list.data} /> : <Gone />
  }
  return (
    <div className="page">
      {tabs}
      <StaleNotice query={list} />
      <AlteredNotice />
      <MethodList metodos={metodos} />
    </div>
  )
}

function MethodList({ metodos }: { metodos: PanelMethod[] }) {
  const client = useQueryClient()
  const shows = queryOf('GET /api/panel/metodos')
  const order = useDeed('POST /api/panel/metodos/orden', { shows, refreshes: ['GET /api/panel/metodos/alterados'] })
  const [moved, setMoved] = useState('')

  function move(method: PanelMethod, by: -1 | 1) {
    const neighbour = metodos[metodos.indexOf(method) + by]
    if (!neighbour) return
    const ids = metodos.map(({ id }) => id).filter((id) => id !== method.id)
    ids.splice(ids.indexOf(neighbour.id) + (by === 1 ? 1 : 0), 0, method.id)
    setMoved(`${accountName(method)}, lugar ${metodos.indexOf(neighbour) + 1} de ${metodos.length}`)
    // The row moves immediately; an answer, or the true order after a failure, follows.
    client.setQueryData(
      shows.queryKey,
      (list) => list && { ...list, metodos: [...list.metodos].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
    )
    order.mutate({ body: { ids } })
  }

  return (
    <>
      <div className="money-bar row gap-3">
        <ButtonLink icon="plus" text="Método" href="/cobros/nuevo" />
      </div>
      <Failure of={order.error} />
      <ol className="methods lines card-wide card">
        {metodos.map((method, index) => (
          <MethodRow
            key={method.id}
            method={method}
            first={index === 0}
            last={index === metodos.length - 1}
            onMove={(by) => move(method, by)}
          />
        ))}
      </ol>
      <p className="faint small">Los compradores ven los métodos en este orden, en todas las páginas.</p>
      <p className="sr" role="status">
        {moved}
      </p>
    </>
  )
}

function Gone() {
  return (
    <div className="state grid mid middle gap-3 text-centre">
      <h2>Ese método ya no existe</h2>
      <p>Alguien de tu equipo lo borró.</p>
      <ButtonLink text="Ver los métodos" href="/cobros" />
    </div>
  )
}

/** Which kind of account the new one is; then its form. */
function NewMethodChoice({ list }: { list: PanelMethods }) {
  const [form, setForm] = useState<MethodForm | null>(null)
  if (form !== null) return <MethodEditor form={form} list={list} onBack={() => setForm(null)} />
  return (
    <div className="page">
      <BackHead to="/cobros" back="Volver a los métodos" title="¿Cómo te van a pagar?" />
      <ul className="kinds gap-3 grid">
        {METHOD_FORMS.map((choice) => (
          <li key={choice}>
            <button className="lit card full text-start row gap-3" type="button" onClick={() => setForm(choice)}>
              <span className="grid fill">
                <strong>{FORM_NAMES[choice]}</strong>
                <span className="faint small">{SAYS[choice]}</span>
              </span>
              <Icon name="next" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One account in the buyers' order, with its way up and down. */
function MethodRow(props: { method: PanelMethod; first: boolean; last: boolean; onMove: (by: -1 | 1) => void }) {
  const { method } = props
  const where = paymentRows(method).map(({ shown }) => shown)
  const kind = FORM_NAMES[method.forma]
  const name = accountName(method)
  const names = usePageNames()
  return (
    <li className="method-row row gap-0 tall pad-1-2">
      <div className="method-moves narrow-column narrow-middle flow gap-0 fixed">
        <WayButton icon="up" label={`Subir ${name}`} blocked={props.first} onPress={() => props.onMove(-1)} />
        <WayButton icon="down" label={`Bajar ${name}`} blocked={props.last} onPress={() => props.onMove(1)} />
      </div>
      <Link href={`/cobros/${method.id}`} className="method-open pad-1-3 grow gap-3 grid target bare round level lit">
        <span className="grid">
          <strong>{name}</strong>
          {kind === name ? null : <span className="faint small">{kind}</span>}
        </span>
        <span className={where.length > 0 ? 'method-where cut' : 'method-where cut faint'}>
          {where.length > 0 ? where.join(' · ') : 'Sin datos todavía'}
        </span>
        <span className="mid-none faint">{method.paginas.map((page) => names[page]).join(', ')}</span>
        <Standing method={method} />
        <Icon name="next" />
      </Link>
    </li>
  )
}

/** Its state, in a shape and a word. */
function Standing({ method }: { method: PanelMethod }) {
  const [on, lacks] = [method.paginas.length > 0, method.faltan.length > 0]
  const [look, mark, says] = method.alterado
    ? (['verdict-grave', 'grave', 'Cambió fuera del panel'] as const)
    : on
      ? (['', lacks ? 'aviso' : 'bien', lacks ? 'Activo, incompleto' : 'Activo'] as const)
      : (['faint', null, lacks ? 'Apagado, faltan datos' : 'Apagado'] as const)
  return (
    <span className={`method-standing inline compact ${look}`}>
      {mark ? <VerdictShape level={mark} word={false} /> : <span className="off-mark" />}
      {says}
    </span>
  )
}
