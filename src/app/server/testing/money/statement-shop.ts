import { actorNamed, TESTER } from '#journal/server/testing/actors.ts'
import { inParts } from '#money/server/bank/in-parts.ts'
import { importStatement } from '#money/server/bank/statements/import-statement.ts'
import { previewStatement } from '#money/server/bank/statements/preview-statement.ts'
import { readStatement } from '#money/server/bank/statements/reading/read-statement.ts'
import type { ReadFile } from '#money/server/bank/statements/reading/start-reading.ts'
import { LAYOUTS, type Layout } from '#money/server/bank/statements/testing/write-statements.ts'
import type { ColumnMap } from '#money/statement-contract.ts'
import { AppError } from '#platform/errors.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import { openShop, type Shop, signInOwner } from '../shop.ts'

/** Of the account that every shop has: a Pago Móvil of Banesco. */
export const METHOD = 1
export const layout = (archivo: string) => LAYOUTS.find((one) => one.archivo === archivo) as Layout

interface Sent {
  bytes: Uint8Array
  mapa?: ColumnMap
  metodo?: number
  nombre?: string
}

export async function openStatementShop(setup: Setup) {
  const shop = await openShop(setup)
  const headers = await signInOwner(shop)
  const send = (path: string, sent: Sent) => sendStatement({ ...shop, headers }, path, sent)
  const preview = (sent: Sent) => answerOf(previewStatement(shop.ctx, chosen(sent), readHere))
  const bring = (sent: Sent) => answerOf(importStatement(shop.ctx, chosen(sent), actorNamed('Marisela'), readHere))
  return { ...shop, headers, send, preview, bring }
}

/** By the panel's call, which reads in a process of its own. */
export async function sendStatement(
  { app, headers }: Pick<Shop, 'app'> & { headers: Record<string, string> },
  path: string,
  { bytes, mapa, metodo = METHOD, nombre = 'extracto.csv' }: Sent,
) {
  const form = new FormData()
  form.append('metodo_id', String(metodo))
  if (mapa) form.append('mapa', JSON.stringify(mapa))
  form.append('archivo', new Blob([new Uint8Array(bytes)]), nombre)
  const body = new Response(form)
  return app.inject({
    method: 'POST',
    url: `/api/panel/extractos${path}`,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '' },
  })
}

/** The same reader, in no process of its own: that is what an import costs most. */
export const readHere: ReadFile = async (question, bytes) => {
  const { head, filas, deshechas } = await readStatement(Buffer.from(bytes), question)
  return {
    head,
    parts: () => inParts([...filas, ...deshechas]),
  }
}

const chosen = ({
  bytes,
  mapa = null,
  metodo = METHOD,
  nombre = 'extracto.csv',
}: { mapa?: ColumnMap | null } & Omit<Sent, 'mapa'>) => ({
  metodo_id: metodo,
  mapa,
  nombre,
  bytes: Buffer.from(bytes),
})

/** The answer, or the code of its refusal. */
async function answerOf<Answer extends object>(asked: Promise<Answer>): Promise<Answer & { code?: string }> {
  return asked.catch((error: unknown) => {
    if (error instanceof AppError) return { code: error.code } as Answer & { code: string }
    throw error
  })
}

/** Imports the file of the shop's first account, by no request. */
export const bringHere = ({ ctx }: Pick<Shop, 'ctx'>, bytes: Buffer, mapa: ColumnMap | null = null) =>
  importStatement(ctx, chosen({ bytes, mapa }), TESTER, readHere)

/** Its preview. */
export const previewHere = ({ ctx }: Pick<Shop, 'ctx'>, bytes: Buffer) =>
  previewStatement(ctx, chosen({ bytes }), readHere)

export const movementsOf = ({ ctx }: Pick<Shop, 'ctx'>) =>
  ctx.db.read.selectFrom('movements').selectAll().orderBy('id').execute()
export const csv = (...rows: string[]) => Buffer.from(['Fecha;Referencia;Descripcion;Cargo;Abono', ...rows].join('\n'))
