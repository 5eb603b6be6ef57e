import { formatInstant, HOUR, MINUTE } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { aheadOf } from '#platform/server/time-guard.ts'
import { hostsOf } from '../../watch-time.ts'
import { attention, type Check, grave, spanText, well } from '../check.ts'
import { databaseTime, readProcesses } from '../processes.ts'

/** Clocks that are kept differ by less; so much the answer of a slow host takes. */
const ATTENTION = MINUTE
/** A hold lives ten minutes. */
const GRAVE = 5 * MINUTE
/** Another host's time counts for this long. */
const COUNTS_FOR = 2 * HOUR

/** The last instant in the journal and the mail: both only grow, and carry the time of the server that wrote them. */
async function newestInstant({ db }: Ctx): Promise<number> {
  const [journal, mail] = await Promise.all([
    db.read
      .selectFrom('journal')
      .select((row) => row.fn.max('en').as('en'))
      .executeTakeFirst(),
    db.read.selectFrom('outbox').select('creado_en as en').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ])
  return Math.max(Number(journal?.en ?? 0), Number(mail?.en ?? 0))
}

/** How far the server's clock is ahead of those that answer now; empty if none does. */
async function askOutside(ctx: Ctx): Promise<number[]> {
  const answers = await Promise.all(hostsOf(ctx).map((host) => aheadOf(ctx, host)))
  return answers.filter((ahead) => ahead !== null)
}

/** A wrong clock lets rates be none of today's, holds be over before they began, and reports be refused. */
export const clock: Check = {
  clave: 'reloj',
  nombre: 'El reloj',
  async look(ctx) {
    const now = ctx.clock.now()
    const [database, newest, processes] = await Promise.all([databaseTime(ctx), newestInstant(ctx), readProcesses(ctx)])
    // Of which clock, and by how much the server's is ahead.
    const seen = [
      { of: 'el de la base de datos', ahead: now - database },
      // An instant in the past proves nothing; one in the future proves that one of the two clocks was wrong.
      { of: 'lo último que se anotó', ahead: Math.min(0, now - newest) },
      ...processes.flatMap(({ nombre, adelanto, este, fuera }) => [
        ...(este ? [] : [{ of: `el de ${nombre}`, ahead: now - database - adelanto }]),
        ...(fuera && Math.abs(now - fuera.en) < COUNTS_FOR
          ? [{ of: `el de otros servidores de internet, visto por ${nombre}`, ahead: fuera.ahead }]
          : []),
      ]),
    ]
    const outside = processes.some(({ fuera }) => fuera && Math.abs(now - fuera.en) < COUNTS_FOR)
    if (!outside)
      seen.push(...(await askOutside(ctx)).map((ahead) => ({ of: 'el de otros servidores de internet', ahead })))
    const worst = seen.reduce((one, other) => (Math.abs(other.ahead) > Math.abs(one.ahead) ? other : one))
    const detalle = seen
      .filter(({ ahead }) => Math.abs(ahead) >= 1_000)
      .map(({ of, ahead }) => `${ahead > 0 ? 'Adelantado' : 'Atrasado'} ${spanText(ahead)} frente a ${of}.`)
      .join(' ')
    if (Math.abs(worst.ahead) < ATTENTION) {
      if (seen.some(({ of }) => of.startsWith('el de otros')))
        return well('La hora del servidor es la correcta.', detalle)
      return attention(
        `El servidor dice que es el ${formatInstant(now)} y nadie de internet lo confirma.`,
        'Compárala con la de tu teléfono. Si es otra, pide a quien cuida el servidor que la ponga.',
        'timedatectl set-ntp true.',
      )
    }
    const told = Math.abs(worst.ahead) < GRAVE ? attention : grave
    return told(
      `El reloj del servidor está ${worst.ahead > 0 ? 'adelantado' : 'atrasado'} ${spanText(worst.ahead)}. Con otra hora desaparecen los montos en bolívares, los apartados terminan antes o después y se rechazan pagos.`,
      'Pide a quien cuida el servidor que ponga la hora y la mantenga sola por internet.',
      `${detalle} timedatectl set-ntp true. Si lo último que se anotó es del futuro, el reloj estuvo adelantado: hasta esa hora este aviso sigue.`,
    )
  },
}
