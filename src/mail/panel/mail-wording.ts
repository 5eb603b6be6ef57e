import { serverNow } from '#platform/panel/api.ts'
import type { IconName } from '#platform/panel/parts/icon.tsx'
import { formatWait } from '#platform/panel/time.ts'
import type { OutboxItem } from '../contract.ts'

/** Queries that sending, or cancelling, changes. */
export const OUTBOX = [
  'GET /api/panel/correos',
  'GET /api/panel/correos/:id',
  'GET /api/panel/correos/servidor',
] as const

export interface MailWords {
  word: string
  tone: 'ok' | 'warn' | 'bad' | 'quiet'
  icon: IconName | 'verdict'
}

/** State of a mail, as a word, a tone and a shape. */
export function describeMail(item: OutboxItem): MailWords {
  switch (item.estado) {
    case 'enviado':
      return item.superado
        ? { word: 'Enviado, y reemplazado por otro', tone: 'quiet', icon: 'check' }
        : { word: 'Enviado', tone: 'ok', icon: 'verdict' }
    case 'fallido':
      return { word: item.suprimido ? 'No existe' : 'Sin entregar', tone: 'bad', icon: 'verdict' }
    case 'cancelado':
      return { word: 'Cancelado', tone: 'quiet', icon: 'cross' }
    case 'pendiente': {
      if (item.detenido) return { word: 'Detenido', tone: 'quiet', icon: 'clock' }
      if (item.en_camino) return { word: 'Saliendo', tone: 'quiet', icon: 'send' }
      const wait = Date.parse(item.proximo_en) - serverNow()
      if (item.intentos > 0)
        return {
          word: wait > 60_000 ? `Reintenta en ${formatWait(wait)}` : 'Reintenta pronto',
          tone: 'warn',
          icon: 'clock',
        }
      return { word: 'Espera', tone: 'quiet', icon: 'clock' }
    }
  }
}
