import { createHash } from 'node:crypto'
import { tellOwners } from '#operators/server/account/alert-owners.ts'
import { DAY, dayInCaracas, formatDatedInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { LastCopy } from '../../contract.ts'
import { isLostTogether, readBackupSettings } from './place/where.ts'
import { findLast, isAnotherAlive } from './store.ts'

/** Two days: one night that failed is no news, two are. */
const OLD = 2 * DAY

/** Time of the last copy, and the fate of later ones. */
export async function readLastCopy(ctx: Ctx): Promise<LastCopy> {
  const [done, failed, aqui] = await Promise.all([
    findLast(ctx.db.read, 'hecho'),
    findLast(ctx.db.read, 'fallido'),
    readBackupSettings(ctx).then((settings) => isLostTogether(settings, ctx.config)),
  ])
  const since = done?.terminado_en ?? (await firstLine(ctx))
  const now = ctx.clock.now()
  return {
    hecho_en: done?.terminado_en ? new Date(done.terminado_en).toISOString() : null,
    bytes: done?.bytes ?? 0,
    lugar: done?.lugar ?? '',
    aqui,
    viejo: since !== null && now - since > OLD,
    falta: done?.detalle || null,
    haciendo: await isAnotherAlive(ctx.db.read, 0, now),
    fallo: failed && failed.id > (done?.id ?? 0) ? failed.detalle : null,
  }
}

/** Since when there is something to copy: a shop of this morning has no copy yet, and none is missing. */
async function firstLine(ctx: Ctx): Promise<Instant | null> {
  const row = await ctx.db.read.selectFrom('journal').select('en').orderBy('id').limit(1).executeTakeFirst()
  return row?.en ?? null
}

/** Mails every owner once a day that there is no recent copy, and once about missing parts of one. */
export async function alertOldCopy(ctx: Ctx): Promise<LastCopy> {
  const last = await readLastCopy(ctx)
  if (!last.viejo && last.falta === null) return last
  if (last.falta !== null) await alertLacking(ctx, last.falta)
  if (!last.viejo) return last
  const when = last.hecho_en === null ? null : formatDatedInstant(Date.parse(last.hecho_en) as Instant)
  const begun = await sayBegun(ctx)
  await tellOwners(ctx, {
    clave: `respaldo-viejo:${dayInCaracas(ctx.clock.now())}`,
    titulo: when === null ? 'No hay ningún respaldo' : 'El último respaldo tiene más de dos días',
    parrafos: [
      when === null
        ? 'Si se pierde el servidor, se pierde todo.'
        : `El último es del ${when} Si se pierde el servidor, se pierde lo que entró desde entonces.`,
      last.fallo === null ? begun : `El que se intentó después no se hizo: ${last.fallo}`,
      'Pide a quien cuida el servidor que lo mire, o elige otro lugar en Respaldos.',
    ],
  })
  return last
}

/** One may hang: on a disk of the network, or behind a lock of the database. */
async function sayBegun({ db }: Ctx): Promise<string> {
  const [begun, done] = await Promise.all([findLast(db.read, 'en curso'), findLast(db.read, 'hecho')])
  if (begun === undefined || begun.id < (done?.id ?? 0)) return 'Ninguno se intentó desde entonces.'
  return `Uno que empezó el ${formatDatedInstant(begun.empezado_en)} no ha terminado.`
}

async function alertLacking(ctx: Ctx, falta: string): Promise<void> {
  const which = createHash('sha256').update(falta).digest('hex').slice(0, 16)
  await tellOwners(ctx, {
    clave: `respaldo-incompleto:${which}`,
    titulo: 'Al respaldo le faltan archivos',
    parrafos: [
      `Se hizo, y no los tiene, porque la tienda tampoco: ${falta}`,
      'Las copias de antes pueden tenerlos. Pide a quien cuida el servidor que mire la carpeta de datos o el contenedor S3 antes de que se borren por viejas.',
    ],
  })
}
