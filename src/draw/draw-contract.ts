import { z } from 'zod'
import { raffleImage, raffleState } from '#raffles/contract.ts'
import { lotteryPart } from './contract.ts'

/** As it is written in Caracas: `2026-12-20T20:00:00-04:00`. */
const instant = z.string()
const count = z.number().int()

/** Stage of a raffle's draw. */
export const drawStage = z.enum([
  /** It has no rule: it is closed, and its number typed, by hand. */
  'sin_regla',
  /** It is on sale, or not yet. */
  'vendiendo',
  /** Its sale is over, and payments are being decided. */
  'revisando',
  /** The list is frozen, and nothing was drawn yet. */
  'congelada',
  'sorteando',
  /** Every prize has its winner, or no number was left for it. */
  'terminado',
])
export type DrawStage = z.infer<typeof drawStage>

/** A picture of a lottery's result, or of a delivery: re-encoded from the upload. */
export const drawPicture = z.object({ id: count, imagen: raffleImage })
export type DrawPicture = z.infer<typeof drawPicture>

/** Event that a prize waits for. `llego`: its instant has come. */
const due = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('loteria'),
    /** Day of the draw in Caracas, `2026-12-21`, its hour and both as an instant. */
    dia: z.string(),
    hora: z.string(),
    en: instant,
    llego: z.boolean(),
    /** Typed values, one field each: the whole result of that lottery, of which the rule takes some digits. */
    partes: z.array(lotteryPart),
    /** Draws that were looked at and gave no winner, and with how many the beacon decides. */
    intentos: count,
    intentos_de: count,
    /** Page of the results; empty if the rule names none. */
    pagina: z.string(),
  }),
  z.object({ tipo: z.literal('faro'), ronda: count, en: instant, llego: z.boolean() }),
])
export type PanelDue = z.infer<typeof due>

export const winnerState = z.enum(['por_avisar', 'avisado', 'reclamado', 'entregado', 'vencido'])
export type WinnerState = z.infer<typeof winnerState>

const panelWinner = z.object({
  id: count,
  numero: z.string(),
  /** `por_avisar`: the winner left no mail, and nobody has recorded telling them. */
  estado: winnerState,
  version: count,
  /** End of the time to claim, which starts when the winner is told; null before. */
  reclama_hasta: instant.nullable(),
  /** Whether the time to claim is over and an owner may draw again. */
  puede_vencer: z.boolean(),
  /** Day of the delivery in Caracas. */
  entrega_dia: z.string().nullable(),
  vencido_en: instant.nullable(),
  notas: z.string(),
  fotos: z.array(drawPicture),
  /** Consent of the winner: first name and initial; the pictures of the delivery. */
  mostrar_nombre: z.boolean(),
  mostrar_fotos: z.boolean(),
  /** First name and initial, as they are shown with consent: `Carla M.` */
  nombre_publico: z.string(),
  persona: z.object({
    compra_id: count,
    compra: z.string(),
    nombre: z.string(),
    cedula: z.string(),
    telefono: z.string(),
    correo: z.string(),
  }),
  /** The winner's mail: null without an address. */
  aviso: z.enum(['pendiente', 'enviado', 'fallido', 'cancelado']).nullable(),
  /** Ready to be sent to the winner. */
  whatsapp: z.string(),
  /** Which state `deshacer` goes back to; null where it cannot. */
  deshacer: winnerState.nullable(),
})
export type PanelWinner = z.infer<typeof panelWinner>

const panelPrize = z.object({
  /** Its place in the rule, from 0. */
  premio: count,
  titulo: z.string(),
  por: z.enum(['loteria', 'faro']),
  /** Null when it has a winner, waits for a prize before it, or is `no_vendido`; and before the list is frozen. */
  espera: due.nullable(),
  ganador: panelWinner.nullable(),
  /** Until then its result can be objected to, and its winner is not told; null once it is firm. */
  provisional_hasta: instant.nullable(),
  /** Winners who lost it, the first one first. */
  anteriores: z.array(panelWinner),
  /** No number was left for it: nobody wins it. */
  no_vendido: z.boolean(),
})
export type PanelPrize = z.infer<typeof panelPrize>

/** One person's entry, which waits for another. */
const panelProposal = z.object({
  id: count,
  premio: count,
  tipo: z.enum(['loteria', 'sin sorteo']),
  motivo: z.string(),
  enlace: z.string(),
  imagen: drawPicture.nullable(),
  escrita_por: z.string(),
  escrita_en: instant,
  /** Only for its author: the second person types their own reading. */
  resultados: z.array(z.string()).nullable(),
  mia: z.boolean(),
  /** Times that somebody typed something else; with the third it is dropped. */
  fallos: count,
})

const panelStep = z.object({
  orden: count,
  /** Whether a later step took it back, and whether an owner still may. */
  anulado: z.boolean(),
  corregible: z.boolean(),
  /** Outcome in plain words. */
  texto: z.string(),
  en: instant,
  /** Author: an operator, two, or `sistema`. */
  quien: z.string(),
  imagen: drawPicture.nullable(),
  /** As it is published. */
  publicado: z.string(),
})

/** GET /api/panel/rifas/{id}/sorteo, and the answer of every deed of a draw. */
export const panelDraw = z.object({
  etapa: drawStage,
  titulo: z.string(),
  estado: raffleState,
  /** People who may type a lottery's result, which takes two. */
  manos: count,
  /**
   * Of a raffle without a rule, else null: the payments that are undecided or may still be corrected, the number that an owner typed, empty before,
   * and the buyer of that number or of the one in the query.
   */
  a_mano: z
    .object({
      digitos: count,
      esperan: count,
      numero: z.string(),
      compra: z
        .object({ id: count, codigo: z.string(), nombre: z.string(), telefono: z.string(), whatsapp: z.string() })
        .nullable(),
    })
    .nullable(),
  regla_sha256: z.string().nullable(),
  /** It waits since a copy was put back, until an owner resumes it. */
  espera: z.boolean(),
  /** When sales ended, or end at the latest; null if only the number of sold tickets ends them. */
  cierre: instant.nullable(),
  /** With how many confirmed numbers they end; null where none do. */
  cierra_con: count.nullable(),
  /** While `revisando`: until when, and how many payments are undecided or may still be corrected. */
  revision: z.object({ hasta: instant, esperan: count }).nullable(),
  lista: z.object({ sha256: z.string(), cuenta: count, congelada_en: instant }).nullable(),
  /** From when draws count, after postponements; null while the end of sales is unknown. */
  sorteo_desde: instant.nullable(),
  /** Whether the draw can still be postponed. */
  aplazable: z.boolean(),
  premios: z.array(panelPrize),
  propuesta: panelProposal.nullable(),
  /** Of the due or next round, that of the next prize: `tarde` some minutes after its time, and the problem of the last request for it. */
  faro: z
    .object({
      estado: z.enum(['espera', 'buscando', 'tarde']),
      /** From when on it may be brought by hand. */
      a_mano_desde: instant,
      problema: z.string(),
      reles: z.array(z.string()),
    })
    .nullable(),
  pasos: z.array(panelStep),
  pasos_sha256: z.string(),
})
export type PanelDraw = z.infer<typeof panelDraw>

/** A task of a draw, for the viewer of the panel's home. */
export const dueDeed = z.object({
  /** Of the raffle. */
  id: count,
  titulo: z.string(),
  texto: z.string(),
  /** Somebody has to do it now; else it is only good to know. */
  urge: z.boolean(),
  /** It needs another person in the team. */
  invitar: z.boolean(),
})
export type DueDeed = z.infer<typeof dueDeed>
