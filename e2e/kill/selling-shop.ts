import { auditAll } from '#app/server/audit/audit-all.ts'
import { addRaffle } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import { inside, type Product, startProduct } from '../support/product.ts'
import { OWNER } from '../support/set-up.ts'
import { thenCleanUp } from './clean-up.ts'
import { type Ledger, newLedger, send, signIn, work } from './load.ts'
import { NEVER, until } from './until.ts'

/** Findings after a fault. */
export interface Verdict {
  acknowledged: number
  approved: number
  /** Refused requests, by code. */
  refused: Record<string, number>
  /** Acknowledged things that are missing or differ from their answer. */
  lost: string[]
  /** Findings of the audit: numbers with two owners, rows without their file, counters that do not add up. */
  problems: string[]
  /** Purchases beyond one for each attempt. */
  duplicates: number
  /** Answers that nobody may get: of a kind of 500, or refusals for no reason. */
  failures: string[]
}

/** A shop at work, so that something can befall it. */
export class SellingShop {
  readonly env: Record<string, string>
  readonly ledger: Ledger
  product: Product
  /** Where its clients come; a line in between may be put here. */
  address: string
  #headers: Record<string, string>
  readonly #script: string | undefined
  /** Output of previous servers. */
  #said = ''

  /**
   * Its owner, a raffle larger than anybody sells here, and the server.
   * @param script another server than ours, for a control.
   */
  static async open(env: Record<string, string>, seed: number, script?: string): Promise<SellingShop> {
    const own = { ...env, ABUSE_LIMITS: 'off' }
    await inside(own, async (ctx) => {
      await createOperator(ctx, { ...OWNER, rol: 'dueno' }, TESTER)
      await addRaffle(ctx, { titulo: 'Un millón de números', precio: '1.00', total_numeros: 1_000_000 })
    })
    const product = await startProduct(own, script, NEVER)
    try {
      return new SellingShop(own, seed, product, await signIn(product.address), script)
    } catch (error) {
      await product.kill()
      throw error
    }
  }

  private constructor(
    env: Record<string, string>,
    seed: number,
    product: Product,
    headers: Record<string, string>,
    script: string | undefined,
  ) {
    this.env = env
    this.ledger = newLedger(seed)
    this.product = product
    this.address = product.address
    this.#headers = headers
    this.#script = script
  }

  /** Buyers and the operator are at work while it happens. */
  async during<T>(fault: () => Promise<T>): Promise<T> {
    let finished = false
    const working = work(this.address, this.#headers, this.ledger, () => finished, this.#script !== undefined)
    return thenCleanUp(
      fault,
      () => (finished = true),
      () => working,
    )
  }

  /** Resolves once so many more purchases, and at least one more approval, were acknowledged. */
  async sells(count = 10): Promise<void> {
    const { bought, approved } = this.ledger
    const wanted = bought.size + count
    const approvals = approved.size + 1
    await until('sales', () => bought.size >= wanted && approved.size >= approvals)
  }

  /** Resolves once so many more were told to come back, or were never answered. */
  async turnsAway(count = 10): Promise<void> {
    const { refused } = this.ledger
    const sum = () => [...refused.values()].reduce((total, each) => total + each, 0)
    const wanted = sum() + count
    await until('refusals', () => sum() >= wanted)
  }

  /** Readers are served even when the disk fails. */
  async answersReaders(): Promise<void> {
    for (const path of ['/api/salud', '/api/rifas', '/api/rifas/1/status']) {
      const { status } = await fetch(`${this.product.address}${path}`)
      if (status !== 200) this.ledger.failures.push(`${path}: ${status}`)
    }
  }

  /** @param same whether a control's server starts again, or ours in its place. */
  async restart(same = true): Promise<void> {
    this.#said += this.product.output()
    this.product = await startProduct(this.env, same ? this.#script : undefined, NEVER)
    this.address = this.product.address
  }

  /** Asks again for what was in doubt, once, and compares everything with what was acknowledged. */
  async verify(): Promise<Verdict> {
    const { ledger } = this
    const doubtful = ledger.doubtful.splice(0)
    for (const attempt of doubtful) await send(this.product.address, attempt, ledger)
    if (ledger.doubtful.length > 0)
      ledger.failures.push(`${ledger.doubtful.length} are refused although nothing is wrong`)
    const lost = await findLost(this.product.address, ledger)
    const { problems, purchases } = await inside(this.env, async (ctx) => ({
      problems: await ctx.db.consistent((sql) => auditAll(ctx, sql)),
      purchases: await ctx.db.read
        .selectFrom('purchases')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    }))
    // A masked error says nothing; the log does.
    if (ledger.failures.length > 0) ledger.failures.push(...unexpected(this.#said + this.product.output()))
    return {
      acknowledged: ledger.bought.size,
      approved: ledger.approved.size,
      refused: Object.fromEntries(ledger.refused),
      lost,
      problems,
      duplicates: Number(purchases.count) - ledger.bought.size,
      failures: ledger.failures,
    }
  }
}

/** The lines of a log that tell of errors of ours, each once, without caller and time. */
function unexpected(log: string): string[] {
  const lines = log.split('\n').filter((line) => line.includes('unexpected'))
  return [...new Map(lines.map((line) => [line.replace(/"(time|request)":[^,]*,/g, ''), line])).values()]
}

/** Acknowledged things that are missing or differ from their answer. */
export async function findLost(address: string, ledger: Pick<Ledger, 'bought' | 'approved'>): Promise<string[]> {
  const lost: string[] = []
  for (const { key, answer, fields } of ledger.bought.values()) {
    const { id } = answer
    const found = await fetch(`${address}/api/rifas/mi-compra`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secreto: answer.secreto }),
    })
    const own = await found.json()
    if (found.status !== 200) lost.push(`purchase ${id} is gone`)
    else if (own.codigo !== answer.codigo || String(own.cantidad_tickets) !== fields['cantidad_tickets']) {
      lost.push(`purchase ${id} is another one`)
    }
    const numbers = ledger.approved.get(key)
    if (numbers && JSON.stringify(own.numeros) !== JSON.stringify(numbers))
      lost.push(`numbers of purchase ${id} changed`)
  }
  return lost
}
