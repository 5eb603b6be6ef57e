import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDesk } from '#app/server/testing/desk.ts'
import { openShop, report } from '#app/server/testing/shop.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'

interface FieldCase {
  field: string
  value: string
  is: 'kept' | 'refused' | 'not as'
  as?: string
}

interface ProofCase {
  file: string
  name: string
  type: string
  is: 'accepted' | 'refused' | 'either'
}

const read = (name: string) => readFileSync(join(import.meta.dirname, 'inputs', name))
const cases = <Case>(name: string): Case[] => JSON.parse(read(name).toString())

/** Texts that people type and paste, and files that their phones send: `inputs/` says of each what is right. */
onSqlite('a report', (setup) => {
  test('keeps every field as it was meant, or refuses it with a reason', async () => {
    const shop = await openShop(setup, { total_numeros: 1000 })
    const wrong: unknown[] = []
    for (const [at, { field, value, is, as }] of cases<FieldCase>('form.json').entries()) {
      const own = {
        cedula: `V-${30_000_000 + at}`,
        telefono: `0412${1_000_000 + at}`,
        referencia: `${800_000_000 + at}`,
      }
      const answer = await report(shop, { ...own, [field]: value })
      const { id, campos } = answer.json()
      const kept =
        answer.statusCode === 201
          ? await shop.ctx.db.read.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
          : null
      const now = kept?.[field as 'cedula']
      const right =
        is === 'kept' ? now === as : is === 'refused' ? answer.statusCode === 422 && campos?.[field] : now !== as
      if (!right) wrong.push({ field, value, is, as, now, campos })
    }
    expect(wrong).toEqual([])
  })

  test('takes the proofs that phones hand over, and nothing that only looks like one', async () => {
    const shop = await openDesk(setup, { total_numeros: 1000 })
    const wrong: unknown[] = []
    for (const [at, { file, name, type, is }] of cases<ProofCase>('proofs.json').entries()) {
      const own = {
        cedula: `V-${31_000_000 + at}`,
        telefono: `0414${1_000_000 + at}`,
        referencia: `${810_000_000 + at}`,
      }
      const { statusCode, body } = await report(shop, own, { proof: { bytes: read(join(file)), name, type } })
      const seen =
        statusCode === 201 && is === 'accepted' ? await shop.get(`/compras/${JSON.parse(body).id}/comprobante`) : null
      const right = is === 'either' || (is === 'accepted' ? seen?.statusCode === 200 : statusCode === 415)
      if (!right) wrong.push({ file, is, statusCode, desk: seen?.statusCode, body })
    }
    expect(wrong).toEqual([])
  })
})
