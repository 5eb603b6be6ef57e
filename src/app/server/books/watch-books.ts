import { createHash } from 'node:crypto'
import { checkSeals } from '#journal/server/check-seals.ts'
import type { Finding } from '#journal/server/explain-altered.ts'
import { listHeads, SHORT_SEAL } from '#journal/server/read-seals.ts'
import { booksOf } from '#journal/server/seal-again.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { findAltered } from '#payment-methods/server/find-altered.ts'
import { addDays, dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { called } from '#platform/server/installation/called.ts'
import { readSite } from '#site/server/read-site.ts'
import { auditAll } from './audit-all.ts'
import { sealedTables } from './books-table.ts'

/** What of the findings a mail names. */
const NAMED = 10

/** Watched tables in the words of an owner; what buyers are shown, and who may enter. */
const WORDS: Record<string, string> = {
  raffles: 'la rifa',
  site_settings: 'los ajustes del sitio',
  payment_methods: 'el método de pago',
  rates: 'la tasa',
  rate_settings: 'la tasa en uso',
  operators: 'el operador',
  operator_passkeys: 'una llave de acceso',
  operator_recovery_codes: 'los códigos de recuperación del operador',
  operator_invitations: 'la invitación',
  operator_password_links: 'el enlace de clave del operador',
  mail_texts: 'el texto del correo',
  review_reasons: 'el motivo de rechazo',
}

/**
 * Compares with the books what buyers are shown anywhere (price, rate, WhatsApp, where they pay) and who may enter, and tells
 * every owner of what was changed outside of the panel: one mail for each alteration, however often it is looked at.
 * @returns what differs now.
 */
export async function alertBooks(ctx: Ctx): Promise<Finding[]> {
  const { methods, altered } = await compare(ctx)
  // Of these alertAltered writes, with what the journal has of them.
  const findings = altered.filter(({ tabla, fila }) => tabla !== 'payment_methods' || !methods.has(fila))
  if (findings.length === 0) return findings
  const site = await readSite(ctx)
  const named = findings.slice(0, NAMED).map(tell)
  await ctx.db.write('sitio', (tx) =>
    alertOwners(ctx, tx, site, {
      clave: `libros:${fingerprint(findings)}`,
      titulo: 'Alguien cambió la base de datos fuera del panel',
      parrafos: [
        `No es lo que dicen los libros: ${named.join('; ')}${findings.length > NAMED ? ` y ${findings.length - NAMED} más` : ''}.`,
        `Mientras tanto, los compradores ven lo que está en la base de datos. Entra al panel, mira qué dice cada cosa y guárdala como debe ser. En el servidor, ${called('audit')} dice qué cambió y qué había antes.`,
      ],
    }),
  )
  for (const { tabla } of findings) ctx.log.error({ code: tabla }, 'row altered outside of the panel')
  return findings
}

/** What differs now from the books, of what buyers are shown and who may enter. */
export async function findAlterations(ctx: Ctx): Promise<Finding[]> {
  return (await compare(ctx)).altered
}

/** @returns methods of payment, by id, that are not what the journal says, and what is not what the books say. */
function compare(ctx: Ctx): Promise<{ methods: Set<string>; altered: Finding[] }> {
  return ctx.db.consistent(async (sql) => ({
    methods: new Set((await findAltered(sql)).map(({ id }) => String(id))),
    altered: await checkSeals(sql, booksOf(ctx, sealedTables), { watched: true }),
  }))
}

function tell({ tabla, fila, columnas }: Finding): string {
  return `${WORDS[tabla] ?? tabla} ${fila}${columnas.length > 0 ? ` (${columnas.join(', ')})` : ''}`
}

function fingerprint(findings: Finding[]): string {
  return createHash('sha256')
    .update(JSON.stringify(findings.map(({ texto }) => texto).sort()))
    .digest('hex')
    .slice(0, 16)
}

/**
 * Once a day, after midnight in Caracas: recounts everything and sends every owner how the books of the day before end, so
 * that what is known of them is outside of this machine. Several processes may do it; each owner gets one mail.
 * @returns what did not add up, or null when the day has been closed already.
 */
export async function closeDay(ctx: Ctx): Promise<string[] | null> {
  if (!hasMailServer(ctx)) return null
  const dia = addDays(dayInCaracas(ctx.clock.now()), -1)
  const clave = `cierre:${dia}`
  const told = await ctx.db.read
    .selectFrom('outbox')
    .select('id')
    .where('clave', '>=', `${clave}:`)
    .where('clave', '<', `${clave};`)
    .executeTakeFirst()
  if (told) return null
  const { heads, lines, problems } = await ctx.db.consistent(async (sql) => ({
    heads: await listHeads(sql),
    lines: await sql.selectFrom('journal_heads').select('numero').execute(),
    problems: await auditAll(ctx, sql, { files: false }),
  }))
  const ends = heads.map(({ cadena, numero, sello }) => `${cadena}:${numero}:${sello.slice(0, SHORT_SEAL)}`)
  const site = await readSite(ctx)
  await ctx.db.write('sitio', (tx) =>
    alertOwners(ctx, tx, site, {
      clave,
      titulo: problems.length === 0 ? `Cierre del ${dia}: todo cuadra` : `Cierre del ${dia}: algo no cuadra`,
      parrafos: [
        problems.length === 0
          ? 'Se recontó todo: boletos, compras, dinero y diario dicen lo mismo que los libros.'
          : `Hay ${problems.length} cosas que no cuadran. En el servidor, ${called('audit')} dice cuáles.`,
        `Guarda este correo. Si algún día dudas de tus datos, compara: ${called('audit')} --head ${ends.join(',')} dice si alguien cortó los libros o los escribió de nuevo desde entonces.`,
      ],
      datos: [
        ['Líneas del diario', String(lines.reduce((sum, { numero }) => sum + numero, 0))],
        ...heads.map(({ cadena, numero, sello }): [string, string] => [
          `Libros ${cadena}`,
          `${numero} líneas, ${sello.slice(0, SHORT_SEAL)}`,
        ]),
      ],
      pie: `Recibes este correo cada día porque eres dueño de ${site.nombre}.`,
    }),
  )
  if (problems.length > 0) ctx.log.error({ count: problems.length }, 'the books do not agree')
  return problems
}
