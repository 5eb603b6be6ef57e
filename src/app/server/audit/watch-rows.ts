import { createHash } from 'node:crypto'
import { SYSTEM } from '#journal/actor.ts'
import type { AnsweredName } from '#journal/server/answered.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { compareShown, type Finding } from '#journal/server/replay.ts'
import { readTelling, tellHeads, untoldHeads } from '#journal/server/witness.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { alertOwners, footOfChange, tellOwners } from '#operators/server/account/alert-owners.ts'
import { addDays, type CalendarDate, dayInCaracas, formatDay } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { called } from '#platform/server/installation/called.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { auditAll } from './audit-all.ts'

/** Findings that a mail names. */
const NAMED = 10

/** Tables in the words of an owner. */
const WORDS: Record<AnsweredName, string> = {
  purchases: 'la compra',
  movements: 'el movimiento de dinero',
  blocked_people: 'la persona bloqueada',
  raffles: 'la rifa',
  site_settings: 'los ajustes del sitio',
  settings: 'el ajuste del servidor',
  payment_methods: 'el método de pago',
  movement_sources: 'la fuente de dinero',
  rates: 'la tasa',
  rate_settings: 'la tasa en uso',
  operators: 'el operador',
  operator_invitations: 'la invitación',
  mail_texts: 'el texto del correo',
  review_reasons: 'el motivo de rechazo',
}

/**
 * Compares with the journal everything that buyers see (price, rate, WhatsApp, payment details) and the people who may enter, and mails
 * every owner the changes made outside of the panel: one mail for each alteration, however often it runs.
 * @returns the current differences.
 */
export async function alertAltered(ctx: Ctx): Promise<Finding[]> {
  const findings = await findAltered(ctx)
  if (findings.length === 0) return findings
  const named = findings.slice(0, NAMED).map(tell)
  await tellOwners(
    ctx,
    {
      clave: `alterado:${fingerprint(findings)}`,
      titulo: 'Alguien cambió la base de datos fuera del panel',
      parrafos: [
        `No es lo que dice el diario: ${named.join('; ')}${findings.length > NAMED ? ` y ${findings.length - NAMED} más` : ''}.`,
        `Mientras tanto, los compradores ven lo que está en la base de datos. Entra al panel, mira qué dice cada cosa y guárdala como debe ser. En el servidor, ${called('audit')} dice qué cambió y qué había antes.`,
      ],
    },
    footOfChange,
  )
  for (const { tabla } of findings) ctx.log.error({ code: tabla }, 'row altered outside of the panel')
  return findings
}

/** Current differences from the journal in everything that buyers see, and in the people who may enter. */
export function findAltered(ctx: Ctx): Promise<Finding[]> {
  return ctx.db.consistent((sql) => compareShown(sql, signingKey(ctx.keys)))
}

function tell({ tabla, fila, columnas }: Finding): string {
  return `${WORDS[tabla]} ${fila}${columnas.length > 0 ? ` (${columnas.join(', ')})` : ''}`
}

function fingerprint(findings: Finding[]): string {
  return createHash('sha256')
    .update(JSON.stringify(findings.map(({ texto }) => texto).sort()))
    .digest('hex')
    .slice(0, 16)
}

/**
 * Once a night, after midnight in Caracas: recounts everything, replays the journal, and writes the result into it. If mail leaves, every owner
 * gets the ends of the chains, so that they are known outside of this machine. Several processes may call it.
 * @returns contradictions, or null if the night was audited already.
 */
export async function auditNight(ctx: Ctx): Promise<string[] | null> {
  const dia = addDays(dayInCaracas(ctx.clock.now()), -1)
  if ((await readLastNight(ctx, ctx.db.read))?.dia === dia) return null
  const { heads, cadenas, lines, problems } = await ctx.db.consistent(async (sql) => ({
    heads: await tellHeads(sql),
    cadenas: await untoldHeads(sql, signingKey(ctx.keys)),
    lines: await sql.selectFrom('journal_heads').select('numero').execute(),
    problems: await auditAll(ctx, sql, { files: false }),
  }))
  const site = await readSite(ctx)
  const mine = await ctx.db.write('sitio', async (tx) => {
    await lockNights(tx)
    if ((await readLastNight(ctx, tx))?.dia === dia) return false
    if (hasMailServer(ctx)) await mailNight(ctx, tx, site, { dia, heads, lines, problems })
    const datos: Night = { dia, no_cuadraban: problems.length, cadenas }
    await noteInSite(tx, ctx.clock.now(), SYSTEM, 'noche revisada', datos)
    return true
  })
  if (problems.length > 0) ctx.log.error({ count: problems.length }, 'the rows do not agree with the journal')
  return mine ? problems : null
}

/** Findings of a night's audit, and the ends of chains: a chain that is cut later contradicts them. */
interface Night extends Record<string, unknown> {
  dia: string
  no_cuadraban: number
  cadenas: readonly string[]
}

/** Findings of the last nightly audit. */
export async function readLastNight(ctx: Pick<Ctx, 'keys'>, sql: Sql): Promise<Night | null> {
  for await (const night of readTelling(sql, signingKey(ctx.keys), 'night')) return night as Night
  return null
}

/** Of two processes one writes down the night: an update that changes nothing locks the end of the chain. */
async function lockNights(tx: Sql): Promise<void> {
  await tx
    .updateTable('journal_heads')
    .set((row) => ({ numero: row.ref('numero') }))
    .where('ambito', '=', 'sitio')
    .execute()
}

async function mailNight(
  ctx: Ctx,
  tx: Sql,
  site: SiteSettings,
  { dia, heads, lines, problems }: { dia: string; heads: string; lines: { numero: number }[]; problems: string[] },
): Promise<void> {
  const well = problems.length === 0
  await alertOwners(ctx, tx, site, {
    clave: `cierre:${dia}`,
    titulo: `Cierre del ${formatDay(dia as CalendarDate)}: ${well ? 'todo cuadra' : 'algo no cuadra'}`,
    parrafos: [
      well
        ? 'Contamos otra vez boletos, compras, dinero y sorteos: todo cuadra con el diario.'
        : `${problems.length === 1 ? 'Una cosa no cuadra' : `${problems.length} cosas no cuadran`}. En el servidor, ${called('audit')} dice más.`,
      'No borres este correo: si algún día dudas de tus datos, reenvíalo a quien cuida el servidor.',
    ],
    datos: [
      ['Líneas del diario', String(lines.reduce((sum, { numero }) => sum + numero, 0))],
      ['Quien cuida el servidor', `${called('audit')} --head ${heads}`],
    ],
    pie: `Recibes este correo cada día porque eres dueño de ${site.nombre}.`,
  })
}
