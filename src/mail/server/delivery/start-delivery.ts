import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { noteRound } from '#platform/server/vitals.ts'
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

/** Delivers from now on. Without SMTP_URL nothing is sent and the mail waits where the panel shows it. */
export function startDelivery(ctx: Ctx, options: DeliveryOptions = {}): Delivery {
  const { smtpUrl, from } = ctx.config.mail
  const transport = options.transport ?? (smtpUrl === null ? null : smtpTransport(smtpUrl, from))
  if (transport === null) return { wake() {}, async stop() {} }
  const delivery = run(ctx, transport, options.every ?? 2_000, options.copies)
  // Mail leaves as soon as what enqueued it has committed, whoever that was; of another process, by its own delivery.
  ctx.db.onCommit(({ lane, tables, foreign }) => {
    if (!foreign && lane !== DELIVERY_LANE && tables.has('outbox')) delivery.wake()
  })
  return delivery
}

function run(ctx: Ctx, transport: Transport, every: number, copies?: Copies): Delivery {
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
      return await noteRound(ctx.vitals, 'delivery of mail', every, async () =>
        (await anyDue(ctx.db.read, ctx.clock.now())) ? deliverDue(ctx, transport, cut.signal, copies) : 0,
      )
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
      transport.close()
    },
  }
}
