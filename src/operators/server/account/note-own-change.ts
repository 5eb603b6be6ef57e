import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { SiteSettings } from '#site/contract.ts'
import { accessChangedMail } from './access-mails.ts'

export interface OwnChange {
  /** What the journal calls it, and what its line holds beside whose it is. */
  accion: Deed
  datos?: Record<string, unknown>
  /** Said in the mail: `Quitaste una llave de acceso`, and what to do when it was somebody else. */
  titulo: string
  texto: string
}

/**
 * Writes down what somebody changed of the ways into his own account, and tells him by mail: whoever holds his session cannot
 * do it quietly. It comes last in the transaction of the change; wake the delivery afterwards.
 * @param site read before the transaction.
 */
export async function noteOwnChange(
  tx: Sql,
  site: Pick<SiteSettings, 'nombre' | 'color'>,
  operator: Operator,
  now: Instant,
  change: OwnChange,
): Promise<void> {
  await enqueueMail(tx, accessChangedMail(site, operator, change, now))
  await appendEntry(tx, {
    ambito: 'sitio',
    en: now,
    actor: operator,
    accion: change.accion,
    datos: { operador_id: operator.id, ...change.datos },
    rows: { operators: [operator.id] },
  })
}
