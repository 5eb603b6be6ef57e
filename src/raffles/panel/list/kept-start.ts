import { dropKept, keep, readKept } from '#platform/panel/kept.ts'
import type { RaffleDraft } from '../../raffle-draft.ts'
import { newKey } from '../new-key.ts'

/** What is typed of a raffle that does not exist yet, with the key that makes sending it twice make one. */
export interface RaffleStart extends Pick<RaffleDraft, 'titulo' | 'precio' | 'moneda' | 'total_numeros' | 'seleccion'> {
  clave: string
}

const KEY = 'panel-rifa-nueva'

/** Of this tab only: the raffle that another tab begins is another one, with a key of its own. */
export function keepStart(start: RaffleStart): void {
  keep('sessionStorage', KEY, start)
}

export function dropStart(): void {
  dropKept('sessionStorage', KEY)
}

/** What was typed before a reload, or a fresh start. */
export function readStart(): RaffleStart {
  const kept = (readKept('sessionStorage', KEY) ?? {}) as Partial<RaffleStart>
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  return {
    titulo: text(kept.titulo, ''),
    precio: text(kept.precio, ''),
    moneda: kept.moneda === 'VES' ? 'VES' : 'USD',
    total_numeros: text(kept.total_numeros, '1.000'),
    seleccion: kept.seleccion === 'manual' || kept.seleccion === 'ambas' ? kept.seleccion : 'automatica',
    clave: text(kept.clave, newKey()),
  }
}
