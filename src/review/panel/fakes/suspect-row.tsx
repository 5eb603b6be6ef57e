import { counted } from '#platform/money.ts'
import { IconButton } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { Suspect } from '../claim/alike.tsx'
import { sumOf } from '../wording.ts'

/** A report that may be a fake: its telling data, a mark to pick it, and a button to see its proof. */
export function SuspectRow(props: {
  suspect: Suspect
  /** Whether the list is of several raffles. */
  withRaffle: boolean
  picked: boolean
  onPick: () => void
  onLook: () => void
}) {
  const { suspect } = props
  const facts = [
    [suspect.codigo, ...(suspect.referencia ? [`ref. ${suspect.referencia}`] : [])],
    [
      formatMoment(suspect.creado_en),
      suspect.en_espera
        ? `espera ${counted(suspect.cantidad_tickets, 'boleto')}`
        : counted(suspect.cantidad_tickets, 'boleto'),
      ...(props.withRaffle ? [suspect.rifa_titulo] : []),
    ],
  ]
  return (
    <li>
      <label>
        <input type="checkbox" checked={props.picked} onChange={props.onPick} />
        <span className="grow">
          <span className="gap-x-2 flow wrap apart">
            <span>{suspect.nombre}</span>
            <strong className="to-end whole">{sumOf(suspect)}</strong>
          </span>
          {facts.map((some) => (
            <span key={some[0]} className="block faint small">
              {some.join(' · ')}
            </span>
          ))}
          {suspect.conocido ? <span className="accent block strong small">Ya compró antes</span> : null}
          {suspect.revisa ? <span className="accent block strong small">La está viendo {suspect.revisa}</span> : null}
        </span>
      </label>
      <IconButton
        icon="picture"
        label={`Ver el comprobante de ${suspect.nombre}, ${suspect.codigo}`}
        title="Ver el comprobante"
        onClick={props.onLook}
      />
    </li>
  )
}
