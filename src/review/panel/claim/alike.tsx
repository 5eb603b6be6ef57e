import { formatCount } from '#platform/money.ts'
import { ticketCount } from '#purchases/panel/wording.ts'
import type { Trait } from '../../contract.ts'
import { TRAIT_NAMES } from '../fakes/traits.ts'
import { useAlikeGroups } from './alike-query.ts'
import '../fakes/fakes.css'

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
          <li key={por}>
            <span>
              {TRAIT_NAMES[por]}
              <br />
              <span className="faint small">
                {formatCount(cuantas)} reportes · {ticketCount(boletos)}
              </span>
            </span>
            <button
              type="button"
              className="button"
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
