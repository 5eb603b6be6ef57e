import { formatCount } from '#platform/money.ts'
import { ticketCount } from '#purchases/panel/wording.ts'
import type { Trait } from '../../contract.ts'
import { useAlikeGroups } from './alike-query.ts'
import '../desk.css'

/** What a group is called in the list of groups, and above its reports. */
const TRAIT_NAMES: Record<Trait, string> = {
  direccion: 'Desde la misma conexión',
  comprobante: 'Con el mismo archivo',
  imagen: 'Con una imagen parecida',
  datos: 'Con la misma cédula, teléfono o correo',
  momento: 'En los mismos minutos',
}

export const TRAIT_TITLES: Record<Trait, string> = {
  direccion: 'Llegaron desde la misma conexión',
  comprobante: 'Enviaron el mismo archivo',
  imagen: 'Enviaron una imagen parecida',
  datos: 'Tienen la misma cédula, teléfono o correo',
  momento: 'Llegaron en los mismos minutos',
}

/**
 * Why honest buyers share it too, as the operator reads it: then nobody is picked for it alone. Empty where strangers hardly
 * share it by chance: the bytes of a file and the data of a person pick (docs/decisions/032-fakes.md).
 */
export const SHARED_BY_HONEST: Record<Trait, string> = {
  direccion: 'Los teléfonos de una operadora comparten conexión: aquí puede haber compradores honrados.',
  comprobante: '',
  imagen: 'Las capturas de un mismo banco se parecen: aquí puede haber compradores honrados.',
  datos: '',
  momento: 'Muchos pagan a la vez, por ejemplo tras un en vivo: aquí puede haber compradores honrados.',
}

/** What other reports that wait share with this one, and the way to reject them together. */
export function Alike({ id, onOpen }: { id: number; onOpen: (por: Trait) => void }) {
  const { data } = useAlikeGroups(id)
  const groups = data?.grupos ?? []
  if (groups.length === 0) return null
  // Honest ones come together too: minutes alone make nobody alike.
  const most = Math.max(0, ...groups.map(({ por, cuantas }) => (por === 'momento' ? 0 : cuantas)))
  return (
    <section className="alike">
      <h3>{most === 0 ? 'Cerca de este' : `Parecidos a este (${formatCount(most)})`}</h3>
      <ul>
        {groups.map(({ por, cuantas, boletos }) => (
          <li className="row gap-3 apart" key={por}>
            <span>
              {TRAIT_NAMES[por]}
              <br />
              <span className="faint small">
                {formatCount(cuantas)} reportes · {ticketCount(boletos)}
              </span>
            </span>
            <button
              type="button"
              className="btn"
              aria-label={`Ver los ${formatCount(cuantas)}: ${TRAIT_NAMES[por].toLowerCase()}`}
              onClick={() => onOpen(por)}
            >
              Ver
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
