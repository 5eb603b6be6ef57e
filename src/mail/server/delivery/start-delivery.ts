import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { noteRound } from '#platform/server/vitals.ts'
import { type MailServerInUse, readMailServer } from '../mail-server.ts'
import { anyDue } from '../store.ts'
import { type Copies, DELIVERY_LANE, deliverDue } from './deliver.ts'
import { smtpTransport, type Transport } from './transport.ts'

export interface Delivery {
  /** Looks at the outbox now. */
  wake(): void
  /** Begins nothing more and waits for what is under way, which is cut off after ten seconds. */
  stop(): Promise<void>
}

export interface DeliveryOptions {
  transport?: Transport
  /** Milliseconds between looks at the outbox when nobody wakes it: for mail of other processes and retries. */
  every?: number
  /** Of a shop that writes letters to many. */
  copies?: Copies
}

const STOP_PATIENCE = 10_000

/**
 * Delivers from now on, by the mail server that is set then: another one is taken with the next round. While none is set nothing is
 * sent and the mail waits where the panel shows it.
 */
export function startDelivery(ctx: Ctx, options: DeliveryOptions = {}): Delivery {
  const { transport } = options
  const way = transport ? { current: async () => transport, close: () => transport.close() } : followServer(ctx)
  const delivery = run(ctx, way, options.every ?? 2_000, options.copies)
  // Mail leaves as soon as what enqueued it has committed, whoever that was; of another process, by its own delivery.
  ctx.db.onCommit(({ lane, tables, foreign }) => {
    if (tables.has('settings') || (!foreign && lane !== DELIVERY_LANE && tables.has('outbox'))) delivery.wake()
  })
  return delivery
}

/** How mail leaves now. */
interface Way {
  /** Asked between rounds, when nothing is under way. */
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

function run(ctx: Ctx, way: Way, every: number, copies?: Copies): Delivery {
  const cut = new AbortController()
  let stopping = false
  let woken = false
  let endPause = () => {}

  function wake(): void {
    woken = true
    endPause()
  }

  async function pause(): Promise<void> {
    if (!woken && !stopping) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, every)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    woken = false
  }

  async function round(): Promise<number> {
    try {
      return await noteRound(ctx.vitals, 'delivery of mail', every, async () => {
        const transport = await way.current()
        if (transport === null || !(await anyDue(ctx.db.read, ctx.clock.now()))) return 0
        return deliverDue(ctx, transport, cut.signal, copies)
      })
    } catch (error) {
      ctx.log.error({ failure: describeFailure(error) }, 'mail round failed')
      return 0
    }
  }

  async function work(): Promise<void> {
    while (!stopping) {
      // While nothing gets through, the next look waits: a mail server that is down is not hammered.
      if ((await round()) === 0) await pause()
    }
  }

  const working = work()
  return {
    wake,
    async stop() {
      stopping = true
      endPause()
      const patience = setTimeout(() => cut.abort(), STOP_PATIENCE)
      await working
      clearTimeout(patience)
      way.close()
    },
  }
}
