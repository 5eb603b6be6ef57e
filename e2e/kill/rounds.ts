import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContext } from '#app/server/create-context.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'
import { createInstallation, startProduct, tombola, tombolaJson } from '../support/product.ts'
import { OWNER } from '../support/set-up.ts'
import { type Ledger, newLedger, send, signIn, work } from './load.ts'

export interface Outcome {
  rounds: number
  acknowledged: number
  approved: number
  /** What was acknowledged and is not there, or is another thing than was answered. */
  lost: string[]
  /** What the audit finds: numbers with two owners, rows without their file, counters that do not add up. */
  problems: string[]
  /** Purchases beyond one for each attempt. */
  duplicates: number
  failures: string[]
}

/** What each round must have acknowledged, on average: there has to be something to lose. */
const ENOUGH = { bought: 10, approved: 1 }
/** Milliseconds after which a round that gets nowhere is a failure of its own, on the slowest machine. */
const PATIENCE = 60_000

/**
 * Kills the server under load, again and again on the same data, and looks for what it had promised.
 * @param postgresUrl server for the database; null for SQLite.
 * @param script the server; a control brings its own.
 */
export async function killRounds(
  postgresUrl: string | null,
  rounds: number,
  script?: string,
  onRound: (round: number, ledger: Ledger) => void = () => {},
): Promise<Outcome> {
  const installation = await createInstallation(postgresUrl)
  const env = { ...installation.env, ABUSE_LIMITS: 'off' }
  try {
    await tombolaJson(env, ['operators', 'create', '-'], { ...OWNER, rol: 'dueno' })
    // More than two hundred rounds can sell.
    const raffle = { titulo: 'Un millón de números', precio: '1.00', total_numeros: 1_000_000 }
    const { id } = await tombolaJson<{ id: number }>(env, ['raffles', 'create', '-'], raffle)
    await tombolaJson(env, ['raffles', 'publish', String(id)])

    const ledger = newLedger()
    const lost: string[] = []
    let headers: Record<string, string> | undefined
    let round = 0
    const enough = (count: number) =>
      ledger.bought.size >= count * ENOUGH.bought && ledger.approved.size >= count * ENOUGH.approved
    for (; round < rounds; round++) {
      const product = await startProduct(env, script)
      headers ??= await signIn(product.address)
      let killed = false
      const working = work(product.address, headers, ledger, () => killed)
      // Every other round is killed whatever it has done, also at its very beginning; the others make up for it.
      await sleep(randomInt(0, 600))
      for (const until = Date.now() + PATIENCE; round % 2 === 1 && !enough(round + 1) && Date.now() < until; )
        await sleep(10)
      killed = true
      await product.kill()
      await working
      onRound(round + 1, ledger)
    }

    const product = await startProduct(env)
    // What was in doubt is sent again with its key, by a client that only wants to know.
    for (const attempt of ledger.doubtful.splice(0)) await send(product.address, attempt, ledger)
    lost.push(...(await findLost(product.address, ledger)))
    await product.stop()
    const audit = JSON.parse((await tombola(env, ['audit', '--json'])).stdout) as { problemas: string[] }
    return {
      rounds: round,
      acknowledged: ledger.bought.size,
      approved: ledger.approved.size,
      lost,
      problems: audit.problemas,
      duplicates: (await countPurchases(env)) - ledger.bought.size,
      failures: ledger.failures,
    }
  } finally {
    await installation.remove()
  }
}

/** What was acknowledged and is not there, or is another thing than was answered. */
export async function findLost(address: string, ledger: Ledger): Promise<string[]> {
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

async function countPurchases(env: Record<string, string>): Promise<number> {
  const ctx = await createContext(readConfig(env), createLog('silent'))
  try {
    return (await ctx.db.read.selectFrom('purchases').select('id').execute()).length
  } finally {
    await ctx.db.close()
  }
}
