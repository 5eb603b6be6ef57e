import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { OutboxItem, OutboxMail } from '../contract.ts'
import { findSuppressed } from './care/suppressions.ts'
import { pageOfMail } from './delivery/render.ts'
import type { OutboxLine, OutboxRow } from './store.ts'

/** Lines of the outbox as the panel shows them. */
export async function describeLines(ctx: Ctx, lines: readonly OutboxLine[]): Promise<OutboxItem[]> {
  const now = ctx.clock.now()
  const addresses = lines.filter((line) => line.estado === 'fallido').map((line) => line.para)
  const suppressed = await findSuppressed(ctx.db.read, addresses)
  return lines.map((line) => describeLine(line, now, suppressed.has(line.para.toLowerCase())))
}

/** The secret of a buyer's private page, as a link to it ends in the text and in the HTML. */
const PRIVATE_LINK = /(\/mi-compra#)[\w-]+/g

/** One mail with its body, unless it opens an account. A buyer's private link stays hidden: the panel shows that there is one. */
export async function describeMail(ctx: Ctx, row: OutboxRow): Promise<OutboxMail> {
  const suppressed = await findSuppressed(ctx.db.read, [row.para])
  const hidden = row.reservado === 1
  return {
    ...describeLine(row, ctx.clock.now(), suppressed.size > 0),
    html: hidden ? '' : maskLink(pageOfMail(row)),
  }
}

function maskLink(body: string): string {
  return body.replace(PRIVATE_LINK, '$1…')
}

function describeLine(line: OutboxLine, now: Instant, suprimido: boolean): OutboxItem {
  return {
    id: line.id,
    para: line.para,
    para_nombre: line.para_nombre,
    asunto: line.asunto,
    compra_id: line.compra_id,
    estado: line.estado,
    en_camino: line.estado === 'pendiente' && line.arrendado_hasta > now,
    intentos: line.intentos,
    creado_en: new Date(line.creado_en).toISOString(),
    proximo_en: new Date(line.proximo_en).toISOString(),
    enviado_en: line.enviado_en === null ? null : new Date(line.enviado_en).toISOString(),
    ultimo_error: line.ultimo_error,
    reservado: line.reservado === 1,
    superado: line.superado === 1,
    detenido: line.detenido === 1,
    reenvios: line.reenvios,
    suprimido,
  }
}
