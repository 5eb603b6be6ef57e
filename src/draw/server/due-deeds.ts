import type { Operator } from '#access/contract.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { listRaffles } from '#raffles/server/store.ts'
import type { PanelDraw } from '../draw-contract.ts'
import { isUntold, nextPrize } from '../tell-outcome.ts'
import { readKept } from './course.ts'
import { readPanelDraw } from './read-panel-draw.ts'

/** What a draw asks of who looks at the home of the panel. */
export interface DueDeed {
  /** Of the raffle. */
  id: number
  titulo: string
  texto: string
  /** Somebody has to do it now; else it is only good to know. */
  urge: boolean
}

const DAY = 86_400_000
const ALTERED = { texto: 'Alguien cambió los pasos de este sorteo en la base de datos.', urge: true }

/** What the draws of raffles whose sale is over ask of this operator, one each. */
export async function readDueDeeds(ctx: Ctx, operator: Pick<Operator, 'id'>): Promise<DueDeed[]> {
  const over = await listRaffles(ctx.db.read, ['cerrada', 'sorteada'])
  const ruled = over.filter(({ regla_sha256, archivada_en }) => regla_sha256 !== null && archivada_en === null)
  const due = await Promise.all(
    ruled.map(async ({ id, titulo }): Promise<DueDeed | null> => {
      const deed = (await readKept(ctx, id)).altered
        ? ALTERED
        : dueDeed(await readPanelDraw(ctx, id, operator), hasMailServer(ctx))
      return deed && { id, titulo, ...deed }
    }),
  )
  return due.filter((deed) => deed !== null)
}

/** The one thing that a draw asks for now, the most pressing first; null when it asks for nothing. */
function dueDeed(draw: PanelDraw, leaves: boolean): Pick<DueDeed, 'texto' | 'urge'> | null {
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
    dueOfWinners(draw, leaves) ??
    (propuesta ? own : due ? { texto: `Se sortea el ${told(due.en)}`, urge: false } : null)
  )
}

function dueOfWinners({ premios, ahora }: PanelDraw, leaves: boolean): Pick<DueDeed, 'texto' | 'urge'> | null {
  const winners = premios.flatMap(({ ganador, provisional_hasta }) =>
    ganador && provisional_hasta === null ? [ganador] : [],
  )
  const first = (is: (winner: (typeof winners)[number]) => boolean) => winners.find(is)
  const untold = first((winner) => isUntold(winner, leaves))
  if (untold) return { texto: `Avisa a quien ganó con el ${untold.numero}.`, urge: true }
  const late = first(({ puede_vencer }) => puede_vencer)
  if (late) return { texto: `Se acabó el plazo del ${late.numero}, y no reclamó su premio.`, urge: true }
  const claimed = first(({ estado }) => estado === 'reclamado')
  if (claimed) return { texto: `El ${claimed.numero} espera su premio.`, urge: true }
  const soon = first(
    ({ estado, reclama_hasta }) =>
      estado === 'avisado' && reclama_hasta !== null && Date.parse(reclama_hasta) - Date.parse(ahora) < DAY,
  )
  return soon?.reclama_hasta
    ? { texto: `El plazo del ${soon.numero} termina el ${told(soon.reclama_hasta)}`, urge: false }
    : null
}

const told = (text: string) => formatInstant(Date.parse(text) as Instant)
