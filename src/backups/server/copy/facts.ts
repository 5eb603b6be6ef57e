import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Sql } from '#platform/server/db/database.ts'

/** What a database holds, short enough to compare. */
export const facts = z.object({
  /** Steps of the schema that it knows. */
  esquema: z.array(z.string().max(100)).max(1000),
  /** SHA-256 of every (rifa, numero, reserva), in order. */
  numeros: z.string().max(64),
  /** How many rows by raffle. */
  rifas: z.array(z.object({ rifa: z.number(), numeros: z.number(), compras: z.number() })),
  /** The end of each chain of the journal, `ambito:numero:hash`. */
  diario: z.array(z.string().max(200)),
})
export type Facts = z.infer<typeof facts>

/** @param read what sees one instant. */
export async function readFacts(read: Sql): Promise<Facts> {
  const steps = await sql<{ name: string }>`select name from schema_steps order by name`.execute(read)
  const tickets = await read
    .selectFrom('tickets')
    .select(['rifa_id', 'numero', 'reserva_id'])
    .orderBy('rifa_id')
    .orderBy('reserva_id')
    .execute()
  const numbers = tickets.map(({ rifa_id, numero, reserva_id }) => `${rifa_id} ${numero} ${reserva_id}`).sort()
  const raffles = await read.selectFrom('raffles').select('id').orderBy('id').execute()
  const bought = await read
    .selectFrom('purchases')
    .select(['rifa_id', (select) => select.fn.countAll().as('compras')])
    .groupBy('rifa_id')
    .execute()
  const heads = await read.selectFrom('journal_heads').selectAll().execute()
  return {
    esquema: steps.rows.map(({ name }) => name),
    numeros: createHash('sha256').update(numbers.join('\n')).digest('hex'),
    rifas: raffles.map(({ id }) => ({
      rifa: id,
      numeros: tickets.filter(({ rifa_id }) => rifa_id === id).length,
      compras: Number(bought.find(({ rifa_id }) => rifa_id === id)?.compras ?? 0),
    })),
    diario: heads.map(({ ambito, numero, hash }) => `${ambito}:${numero}:${hash}`).sort(),
  }
}

/** Which key it was written with; undefined of one that has never met any. */
export async function readKeyPrint(read: Sql): Promise<string | undefined> {
  return (await read.selectFrom('installation_key').select('huella').executeTakeFirst())?.huella
}

/** A proof that the copied database knows: its bytes are said there. */
export interface KnownProof {
  id: string
  bytes: number
  sha256: string
  compra_id: number
}

export function listProofs(read: Sql): Promise<KnownProof[]> {
  return read.selectFrom('proofs').select(['id', 'bytes', 'sha256', 'compra_id']).orderBy('id').execute()
}
