import type { Ctx } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs/start-jobs.ts'
import { type MailServerInUse, readMailServer } from '../mail-server.ts'
import { anyDue } from '../store.ts'
import { type Copies, DELIVERY_LANE, deliverDue } from './deliver.ts'
import { smtpTransport, type Transport } from './transport.ts'

/** Milliseconds between rounds when nobody wakes the job: for retries, and mail whose time comes. */
const EVERY = 2_000
/** Connections of a server that ends are cut off after this time. */
const STOP_PATIENCE = 10_000

/**
 * Delivers due mails, by the current mail server: another one is taken with the next round. Without one nothing is sent and the mail waits where the
 * panel shows it. Each process delivers: the outbox is a queue, and a claim of each row keeps every mail single.
 * @param copies of a shop that writes letters to many.
 */
export function deliveryJob(ctx: Ctx, copies?: Copies, way: Way = followServer(ctx)): Job {
  return {
    nombre: 'entregar correos',
    every: EVERY,
    own: true,
    // Mail leaves as soon as its transaction has committed; another process's mail, by its own delivery.
    on: ({ lane, tables, foreign }) =>
      tables.has('settings') || (!foreign && lane !== DELIVERY_LANE && tables.has('outbox')),
    async does(ended) {
      const transport = await way.current()
      if (transport === null || !(await anyDue(ctx.db.read, ctx.clock.now()))) return false
      const cut = new AbortController()
      ended.addEventListener('abort', () => setTimeout(() => cut.abort(), STOP_PATIENCE).unref())
      // While nothing gets through, the next look waits: a mail server that is down is not hammered.
      return (await deliverDue(ctx, transport, cut.signal, copies)) > 0
    },
    close: () => way.close(),
  }
}

/** How mail leaves now. */
interface Way {
  /** Called between rounds, when nothing is under way. */
  current(): Promise<Transport | null>
  close(): void
}

function followServer(ctx: Ctx): Way {
  let known: { server: MailServerInUse; transport: Transport } | null = null
  return {
    async current() {
      const server = await readMailServer(ctx)
      if (known && JSON.stringify(known.server) === JSON.stringify(server)) return known.transport
      known?.transport.close()
      known = server && { server, transport: smtpTransport(server) }
      return known?.transport ?? null
    },
    close: () => known?.transport.close(),
  }
}
