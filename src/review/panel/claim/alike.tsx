import { useAsk, usePages } from '#access/panel/ask.ts'
import { counted, formatCount } from '#platform/money.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import type { AlikeItem, Trait } from '../../contract.ts'
import '../desk.css'
import { useEffect } from 'react'

/** Name of a group in the list of groups, and above its reports. */
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
 * share it by chance: the bytes of a file and the data of a person pick (docs/decisions/019-desk.md).
 */
export const SHARED_BY_HONEST: Record<Trait, string> = {
  direccion: 'Los teléfonos de una operadora comparten conexión: aquí puede haber compradores honrados.',
  comprobante: '',
  imagen: 'Las capturas de un mismo banco se parecen: aquí puede haber compradores honrados.',
  datos: '',
  momento: 'Muchos pagan a la vez, por ejemplo tras un en vivo: aquí puede haber compradores honrados.',
}

/** Traits that other waiting reports share with this one, and the way to reject them together. */
export function Alike({ id, onOpen }: { id: number; onOpen: (por: Trait) => void }) {
  const { data } = useAlikeGroups(id)
  const groups = data?.grupos ?? []
  if (groups.length === 0) return null
  // Honest ones come together too: minutes alone make nobody alike.
  const most = Math.max(0, ...groups.map(({ por, cuantas }) => (por === 'momento' ? 0 : cuantas)))
  return (
    <section>
      <h3>{most === 0 ? 'Cerca de este' : `Parecidos a este (${formatCount(most)})`}</h3>
      <ul className="gap-2 grid below-2">
        {groups.map(({ por, cuantas, boletos }) => (
          <li className="row gap-3 apart" key={por}>
            <span>
              {TRAIT_NAMES[por]}
              <br />
              <span className="faint small">
                {formatCount(cuantas)} reportes · {counted(boletos, 'boleto')}
              </span>
            </span>
            <Button
              text="Ver"
              aria-label={`Ver los ${formatCount(cuantas)}: ${TRAIT_NAMES[por].toLowerCase()}`}
              onClick={() => onOpen(por)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Fields shown and sent of a report that may be a fake. */
export type Suspect = Omit<AlikeItem, 'conocido' | 'referencia'> & Partial<Pick<AlikeItem, 'conocido' | 'referencia'>>

function useAlikeGroups(id: number) {
  return useAsk('GET /api/panel/compras/:id/parecidos', { params: { id }, staleTime: 10_000 })
}

/** Every report of a group, page after page by itself. */
export function useGroup(id: number, por: Trait) {
  const query = usePages('GET /api/panel/compras/:id/parecidos/:por', {
    params: { id, por },
    // The list must not change below the finger.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  return query
}
