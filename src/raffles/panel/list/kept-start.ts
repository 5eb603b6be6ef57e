import type { RaffleDraft } from '../../raffle-draft.ts'
import { newKey } from '../new-key.ts'

/** What is typed of a raffle that does not exist yet, with the key that makes sending it twice make one. */
export interface RaffleStart extends Pick<RaffleDraft, 'titulo' | 'precio' | 'moneda' | 'total_numeros' | 'seleccion'> {
  clave: string
}

const KEY = 'panel-rifa-nueva'

export function keepStart(start: RaffleStart): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(start))
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export function dropStart(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // It was never kept.
  }
}

/** What was typed before a reload, or a fresh start. */
export function readStart(): RaffleStart {
  const fresh: RaffleStart = {
    titulo: '',
    precio: '',
    moneda: 'USD',
    total_numeros: '1.000',
    seleccion: 'automatica',
    clave: newKey(),
  }
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<RaffleStart>
    const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
    return {
      titulo: text(kept.titulo, fresh.titulo),
      precio: text(kept.precio, fresh.precio),
      moneda: kept.moneda === 'VES' ? 'VES' : 'USD',
      total_numeros: text(kept.total_numeros, fresh.total_numeros),
      seleccion: kept.seleccion === 'manual' || kept.seleccion === 'ambas' ? kept.seleccion : 'automatica',
      clave: text(kept.clave, fresh.clave),
    }
  } catch {
    return fresh
  }
}
