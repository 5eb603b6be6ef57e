import type { Operator } from '#access/contract.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { countJudges } from '#operators/server/store.ts'
import { addDays, after, DAY, dayInCaracas, formatInstant, type Instant, parseDay } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listRaffles, type Raffle } from '#raffles/server/store.ts'
import type { DueDeed, PanelDraw } from '../draw-contract.ts'
import { handsText } from '../rule-rules.ts'
import { nextPrize, winnersInNeed } from '../tell-outcome.ts'
import { readKept } from './course.ts'
import { readPanelDraw } from './read-panel-draw.ts'
import { findRule, ruleOf } from './store.ts'

const ALTERED = { texto: 'Alguien cambió los pasos de este sorteo en la base de datos.', urge: true }

/** Tasks of this operator, one for each raffle whose sale is over, or whose draw is tomorrow. */
export async function readDueDeeds(ctx: Ctx, operator: Pick<Operator, 'id'>): Promise<DueDeed[]> {
  const all = await listRaffles(ctx.db.read, ['publicada', 'pausada', 'cerrada', 'sorteada'])
  const ruled = all.filter(({ regla_sha256, archivada_en }) => regla_sha256 !== null && archivada_en === null)
  const hands = handsText(await countJudges(ctx.db.read))
  const due = await Promise.all(
    ruled.map(async (raffle): Promise<DueDeed | null> => {
      const { id, titulo, cerrada_en } = raffle
      const deed = cerrada_en === null ? null : await deedOf(ctx, id, operator)
      if (deed?.urge || hands === null || !(await needsHands(ctx, raffle))) {
        return deed && { id, titulo, invitar: false, ...deed }
      }
      return { id, titulo, texto: hands, urge: true, invitar: true }
    }),
  )
  return due.filter((deed) => deed !== null)
}

async function deedOf(ctx: Ctx, id: number, operator: Pick<Operator, 'id'>) {
  return (await readKept(ctx, id)).altered ? ALTERED : dueDeed(ctx, await readPanelDraw(ctx, id, operator))
}

/** From the day before a draw that people type, until it is over. */
async function needsHands(ctx: Ctx, { id, estado, fecha }: Raffle): Promise<boolean> {
  const day = parseDay(fecha)
  if (estado === 'sorteada' || day === null || day > addDays(dayInCaracas(ctx.clock.now()), 1)) return false
  const row = await findRule(ctx.db.read, id)
  return row !== undefined && ruleOf(row).premios.some(({ por }) => por.tipo === 'loteria')
}

/** The most pressing task of a draw; null if there is none. */
function dueDeed(ctx: Ctx, draw: PanelDraw): Pick<DueDeed, 'texto' | 'urge'> | null {
  const { espera, revision, propuesta, faro, premios } = draw
  if (espera) {
    return { texto: 'Espera desde que se restauró un respaldo: compara tu banco, y déjala seguir.', urge: true }
  }
  if (revision && revision.esperan > 0) {
    return {
      texto: `Decide los últimos pagos. Lo que no confirmes no participa: queda hasta el ${told(revision.hasta)}`,
      urge: true,
    }
  }
  if (propuesta && !propuesta.mia) {
    return { texto: `${propuesta.escrita_por} escribió lo que salió: escríbelo tú también.`, urge: true }
  }
  const due = nextPrize(premios)?.espera
  if (due?.tipo === 'loteria' && due.llego && !propuesta)
    return { texto: 'Ya se puede escribir lo que salió en la lotería.', urge: true }
  if (faro?.estado === 'tarde')
    return { texto: 'El azar público no responde: sigue intentando solo, o tráelo tú.', urge: true }
  const own = { texto: 'Falta que otra persona escriba también lo que salió.', urge: false }
  return (
    dueOfWinners(ctx, draw) ?? (propuesta ? own : due ? { texto: `Se sortea el ${told(due.en)}`, urge: false } : null)
  )
}

function dueOfWinners(ctx: Ctx, { premios }: PanelDraw): Pick<DueDeed, 'texto' | 'urge'> | null {
  const winners = winnersInNeed(premios, hasMailServer(ctx))
  const end = after(ctx.clock.now(), DAY)
  const [first] = winners
  const numero = first?.ganador.numero
  switch (first?.need) {
    case 'avisar':
      return { texto: `Avisa a quien ganó con el ${numero}.`, urge: true }
    case 'vencer':
      return { texto: `Se acabó el plazo del ${numero}, y no reclamó su premio.`, urge: true }
    case 'entregar':
      return { texto: `El ${numero} espera su premio.`, urge: true }
  }
  const soon = winners.find(({ ganador: { reclama_hasta: hasta } }) => hasta !== null && Date.parse(hasta) < end)
  const { numero: late, reclama_hasta: hasta } = soon?.ganador ?? {}
  return hasta ? { texto: `El plazo del ${late} termina el ${told(hasta)}`, urge: false } : null
}

const told = (text: string) => formatInstant(Date.parse(text) as Instant)
