import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { SiteSettings } from '#site/contract.ts'
import { accessChangedMail } from './access-mails.ts'

export interface OwnChange {
  /** Its name in the journal, and the data of its line apart from the operator. */
  accion: Deed
  datos?: Record<string, unknown>
  /** Text of the mail: `Quitaste una llave de acceso`, and the advice if it was somebody else. */
  titulo: string
  texto: string
}

/**
 * Records a change of the ways into the operator's own account, and mails the operator: the thief of a session cannot do it quietly. Call it last in
 * the transaction of the change; wake the delivery afterwards.
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
