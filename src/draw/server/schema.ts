import {
  bigint,
  check,
  creatingTables,
  day,
  id,
  instant,
  integer,
  of,
  onlyOneOf,
  orNull,
  primary,
  table,
  text,
} from '#platform/server/db/table.ts'
import { purchases } from '#purchases/server/schema.ts'
import { raffles } from '#raffles/server/schema.ts'
import type { WinnerState } from '../draw-contract.ts'

/** The rule of a raffle, as it is published: its text and the hash of that (docs/draw.md). */
export const drawRules = table('draw_rules', {
  rifa_id: primary(of(raffles)),
  texto: text(),
  sha256: text(),
  fijada_en: instant(),
  /** The raffle's version that it was written with: grows with every change, also past a rule that was taken away. */
  version: integer(),
})

/** Events of a draw, one after the other from 0. */
export const drawSteps = table(
  'draw_steps',
  {
    rifa_id: of(drawRules, 'rifa_id'),
    orden: integer(),
    /** The step before, null of the first: none is left out, and none but the last is ever taken away. */
    anterior: orNull(integer()),
    texto: text(),
    en: instant(),
    actor: text(),
  },
  {
    primaryKey: { draw_steps_once: ['rifa_id', 'orden'] },
    checks: {
      draw_steps_one_more:
        'orden >= 0 and ((anterior is null and orden = 0) or (anterior is not null and orden = anterior + 1))',
    },
    foreignKeys: {
      draw_steps_follow: { columns: ['rifa_id', 'anterior'], of: 'itself', to: ['rifa_id', 'orden'] },
    },
  },
)

/** The list of participants, once it is frozen. */
export const drawLists = table('draw_lists', {
  rifa_id: primary(of(drawRules, 'rifa_id')),
  /** When sales ended. */
  cierre: instant(),
  congelada_en: instant(),
  sha256: text(),
  /** How many numbers are in it. */
  cuenta: check(integer(), (it) => `${it} >= 0`),
})

/** The text of a frozen list, cut after a line feed. It is kept as it was hashed: later erasures do not change it. */
export const drawListPieces = table(
  'draw_list_pieces',
  {
    rifa_id: of(drawLists, 'rifa_id'),
    orden: integer(),
    texto: text(),
  },
  {
    primaryKey: { draw_list_pieces_once: ['rifa_id', 'orden'] },
  },
)

/** A picture of a lottery's result, or of a delivery. */
export const drawPictures = table('draw_pictures', {
  id: id('small'),
  rifa_id: of(drawRules, 'rifa_id'),
  /** JSON of RaffleImage. */
  imagen: text(),
  subida_por: text(),
  subida_por_id: integer(),
  en: instant(),
})

/** One person's entry of a lottery, until another person has typed the same; kept for ever with its outcome. */
export const drawProposals = table(
  'draw_proposals',
  {
    id: id('small'),
    rifa_id: of(drawLists, 'rifa_id'),
    premio: integer(),
    tipo: onlyOneOf(['loteria', 'sin sorteo']),
    dia: day(),
    /** JSON of the result of each part; empty if it did not draw. */
    resultados: text(),
    motivo: text(),
    enlace: text(),
    imagen_id: orNull(of(drawPictures)),
    escrita_por: text(),
    escrita_por_id: integer(),
    escrita_en: instant(),
    estado: onlyOneOf(['espera', 'confirmada', 'rechazada']),
    /** 1 while it waits, else null: a raffle has one. */
    abierta: orNull(integer()),
    /** How often somebody typed something else. */
    fallos: integer(),
    decidida_por: text(),
    decidida_por_id: orNull(integer()),
    decidida_en: orNull(instant()),
    /** Why it was refused. */
    porque: text(),
    /** The step that it became. */
    orden: orNull(integer()),
  },
  {
    checks: {
      draw_proposals_waits: `(abierta is null and estado <> 'espera') or (abierta is not null and abierta = 1 and estado = 'espera')`,
      // Two people, and never one of them twice.
      draw_proposals_two_hands: `estado <> 'confirmada' or (orden is not null and decidida_por_id is not null and decidida_por_id <> escrita_por_id)`,
    },
    foreignKeys: {
      draw_proposals_became: { columns: ['rifa_id', 'orden'], of: drawSteps, to: ['rifa_id', 'orden'] },
    },
    indexes: {
      draw_proposals_open: { on: ['rifa_id', 'abierta'], unique: true },
    },
  },
)

/** Winners of a prize, one after the other if somebody did not claim it. */
export const drawWinners = table(
  'draw_winners',
  {
    id: id('small'),
    rifa_id: integer(),
    premio: integer(),
    /** 1 for the current winner, null for a winner who lost the prize. */
    vivo: orNull(integer()),
    /** The step that gave the prize. */
    orden: integer(),
    numero: text(),
    codigo: text(),
    compra_id: of(purchases),
    estado: check(
      text<WinnerState>(),
      (it) => `${it} in ('por_avisar', 'avisado', 'reclamado', 'entregado', 'vencido')`,
    ),
    version: integer(),
    ganado_en: instant(),
    /** When the winner was told, and the end of the time to claim. */
    avisado_en: orNull(instant()),
    /** Operator who recorded telling the winner; empty if a mail did. */
    avisado_por: text(),
    reclama_hasta: orNull(instant()),
    reclamado_en: orNull(instant()),
    entrega_dia: orNull(day()),
    vencido_en: orNull(instant()),
    notas: text(),
    /** JSON of the ids of pictures, in their order. */
    fotos: text(),
    mostrar_nombre: check(integer(), (it) => `${it} in (0, 1)`),
    mostrar_fotos: check(integer(), (it) => `${it} in (0, 1)`),
  },
  {
    unique: {
      draw_winners_once: ['rifa_id', 'numero'],
      draw_winners_step: ['rifa_id', 'orden'],
      draw_winners_one: ['rifa_id', 'premio', 'vivo'],
    },
    checks: {
      draw_winners_alive: `(vivo is null and estado = 'vencido') or (vivo is not null and vivo = 1 and estado <> 'vencido')`,
      // Nobody loses a prize before its time is over, nor after claiming it.
      draw_winners_expired: `estado <> 'vencido' or (reclamado_en is null and reclama_hasta is not null and vencido_en is not null and vencido_en >= reclama_hasta)`,
      draw_winners_claimed: `(estado in ('reclamado', 'entregado') and reclamado_en is not null) or (estado not in ('reclamado', 'entregado') and reclamado_en is null)`,
      draw_winners_delivered: `(estado = 'entregado' and entrega_dia is not null) or (estado <> 'entregado' and entrega_dia is null)`,
      draw_winners_told: `(avisado_en is null) = (reclama_hasta is null) and (estado <> 'avisado' or avisado_en is not null)`,
    },
    foreignKeys: {
      draw_winners_won: { columns: ['rifa_id', 'orden'], of: drawSteps, to: ['rifa_id', 'orden'] },
    },
    indexes: {
      draw_winners_of_purchase: ['compra_id'],
    },
  },
)

/** The longest pause between two requests for a round, in milliseconds. */
export const MOST_PAUSE = 60_000

/** How it goes with asking for the round that is due. */
export const drawBeacons = table(
  'draw_beacons',
  {
    rifa_id: primary(of(drawLists, 'rifa_id')),
    ronda: bigint(),
    intentos: integer(),
    problema: text(),
    mirado_en: instant(),
    /** Time of the next request. */
    proximo_en: instant(),
  },
  { deadlines: [{ column: 'proximo_en', most: MOST_PAUSE }] },
)

/** How far the mails before a draw are: one for each confirmed purchase, once for each instant that it was set to. */
export const drawReminders = table('draw_reminders', {
  rifa_id: primary(of(drawLists, 'rifa_id')),
  /** How many times it has been moved. */
  vez: integer(),
  /** The last purchase that was written to. */
  compra_id: bigint(),
  terminado_en: orNull(instant()),
})

/** Permit of a raffle, and the live broadcast of its draw: shown to visitors, and deciding nothing. Empty text is not shown. */
export const drawPapers = table('draw_papers', {
  rifa_id: primary(of(raffles)),
  version: integer(),
  permiso_numero: text(),
  permiso_emisor: text(),
  /** Days in Caracas between which it is valid. */
  permiso_desde: text(),
  permiso_hasta: text(),
  permiso_enlace: text(),
  /** Hash of its picture; null without one. */
  permiso_imagen: orNull(text()),
  en_vivo: text(),
})

/** A picture of a prize, or of a permit, named by its hash. */
export const drawImages = table(
  'draw_images',
  {
    rifa_id: of(raffles),
    /** Of its largest JPEG. */
    sha256: text(),
    /** JSON of RaffleImage. */
    imagen: text(),
    subida_por: text(),
    subida_por_id: integer(),
    /** Since when neither rule nor permit names it; null while one does. */
    sin_uso_desde: orNull(instant()),
  },
  {
    primaryKey: { draw_images_once: ['rifa_id', 'sha256'] },
  },
)

const tables = [
  drawRules,
  drawSteps,
  drawLists,
  drawListPieces,
  drawPictures,
  drawProposals,
  drawWinners,
  drawBeacons,
  drawReminders,
  drawPapers,
  drawImages,
] as const
export const drawSchema = [creatingTables('2026-11-28-15-draw', tables)]
