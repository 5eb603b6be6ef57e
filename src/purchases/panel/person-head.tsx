import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Bone } from '#platform/panel/parts/states.tsx'
import { formatCedula } from '../cedula.ts'
import type { PersonSummary } from '../panel-contract.ts'
import { personQuery } from './purchases-query.ts'
import { StateMark } from './state-mark.tsx'
import { formatPhone, formatSum, ticketCount } from './wording.ts'
import './purchases.css'

/** Who a cédula is and what he bought, above his purchases. */
export function PersonHead({ cedula }: { cedula: string }) {
  const { data, isPending } = useQuery(personQuery(cedula))
  if (isPending) {
    return (
      <div className="buyer line-below flow wrap apart">
        <Bone width="12rem" height="1.25rem" />
        <Bone width="20rem" />
      </div>
    )
  }
  // Who never bought has no head: the list below says that there is nothing.
  if (!data) return null
  const [name, ...otherNames] = data.nombres
  return (
    <section className="buyer line-below flow wrap apart" aria-label={`Persona ${formatCedula(cedula)}`}>
      <div className="buyer-who">
        <h2 className="heading">{name}</h2>
        <p className="soft">
          {formatCedula(cedula)}
          <CopyButton value={cedula.slice(1)} name="Copiar la cédula" />
          {data.telefonos[0] ? ` · ${formatPhone(data.telefonos[0])}` : ''} · {data.correos[0]}
        </p>
        <Also words="También escribió" values={otherNames} />
        <Also words="Otros teléfonos" values={data.telefonos.slice(1).map(formatPhone)} />
        <Also words="Otros correos" values={data.correos.slice(1)} />
      </div>
      <Bought compras={data.compras} />
    </section>
  )
}

function Also({ words, values }: { words: string; values: string[] }) {
  return values.length === 0 ? null : (
    <p className="faint small">
      {words}: {values.join(', ')}
    </p>
  )
}

function Bought({ compras }: { compras: PersonSummary['compras'] }) {
  return (
    <ul className="buyer-bought flow wrap">
      {compras.map((line) => (
        <li className="stack from-top compact" key={`${line.estado} ${line.moneda}`}>
          <StateMark state={line.estado} />
          <strong>{formatSum(line.total, line.moneda)}</strong>
          <span className="faint small">
            {line.cuantas === 1 ? '1 compra' : `${line.cuantas} compras`}, {ticketCount(line.boletos)}
          </span>
        </li>
      ))}
    </ul>
  )
}
