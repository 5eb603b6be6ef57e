import { type Generated, sql } from 'kysely'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import {
  bigint,
  type Creator,
  check,
  integer,
  of,
  orNull,
  primary,
  smallCounter,
  text,
} from '#platform/server/db/create-table.ts'
import type { WinnerState } from '../draw-contract.ts'

/** A picture of what a lottery drew, or of a delivery. */
export interface DrawPicturesTable {
  id: Generated<number>
  rifa_id: number
  /** JSON of RaffleImage. */
  imagen: string
  subida_por: string
  subida_por_id: number
  en: Instant
}

/** What somebody typed of a lottery, until another person has typed the same; kept for ever with what became of it. */
export interface DrawProposalsTable {
  id: Generated<number>
  rifa_id: number
  premio: number
  tipo: 'loteria' | 'sin sorteo'
  dia: CalendarDate
  /** JSON of what each part drew; empty where it did not draw. */
  resultados: string
  motivo: string
  enlace: string
  imagen_id: number | null
  escrita_por: string
  escrita_por_id: number
  escrita_en: Instant
  estado: 'espera' | 'confirmada' | 'rechazada'
  /** 1 while it waits, else null: a raffle has one. */
  abierta: number | null
  /** How often somebody typed something else. */
  fallos: number
  decidida_por: string
  decidida_por_id: number | null
  decidida_en: Instant | null
  /** Why it was refused. */
  porque: string
  /** The step that it became. */
  orden: number | null
}

/** Who won a prize, one after the other where somebody did not claim it. */
export interface DrawWinnersTable {
  id: Generated<number>
  rifa_id: number
  premio: number
  /** 1 for who has the prize, null for who lost it. */
  vivo: number | null
  /** The step that gave it to him. */
  orden: number
  numero: string
  codigo: string
  compra_id: number
  estado: WinnerState
  version: number
  ganado_en: Instant
  /** When he was told, and until when he may claim. */
  avisado_en: Instant | null
  /** Who says that he told him; empty where a mail did. */
  avisado_por: string
  reclama_hasta: Instant | null
  reclamado_en: Instant | null
  entrega_dia: CalendarDate | null
  vencido_en: Instant | null
  notas: string
  /** JSON of the ids of pictures, in their order. */
  fotos: string
  mostrar_nombre: number
  mostrar_fotos: number
}

/** How it goes with asking for the round that is due. */
export interface DrawBeaconsTable {
  rifa_id: number
  ronda: number
  intentos: number
  problema: string
  mirado_en: Instant
  /** Nobody asks again before. */
  proximo_en: Instant
}

/** How far the mails before a draw are: one for each confirmed purchase, once for each instant that it was set to. */
export interface DrawRemindersTable {
  rifa_id: number
  /** How many times it has been moved. */
  vez: number
  /** The last purchase that was written to. */
  compra_id: number
  terminado_en: Instant | null
}

export interface DrawTables {
  draw_pictures: DrawPicturesTable
  draw_proposals: DrawProposalsTable
  draw_winners: DrawWinnersTable
  draw_beacons: DrawBeaconsTable
  draw_reminders: DrawRemindersTable
}

/** What a draw is led with, from the typed result to the delivered prize. */
export async function createWinners({ table, index, uniqueIndex }: Creator): Promise<void> {
  await table('draw_pictures', {
    id: smallCounter,
    rifa_id: of(integer, 'draw_rules.rifa_id'),
    imagen: text,
    subida_por: text,
    subida_por_id: integer,
    en: bigint,
  })
  await table(
    'draw_proposals',
    {
      id: smallCounter,
      rifa_id: of(integer, 'draw_lists.rifa_id'),
      premio: integer,
      tipo: check(text, sql`tipo in ('loteria', 'sin sorteo')`),
      dia: text,
      resultados: text,
      motivo: text,
      enlace: text,
      imagen_id: of(orNull(integer), 'draw_pictures.id'),
      escrita_por: text,
      escrita_por_id: integer,
      escrita_en: bigint,
      estado: check(text, sql`estado in ('espera', 'confirmada', 'rechazada')`),
      abierta: orNull(integer),
      fallos: integer,
      decidida_por: text,
      decidida_por_id: orNull(integer),
      decidida_en: orNull(bigint),
      porque: text,
      orden: orNull(integer),
    },
    (proposals) =>
      proposals
        .addForeignKeyConstraint('draw_proposals_became', ['rifa_id', 'orden'], 'draw_steps', ['rifa_id', 'orden'])
        .addCheckConstraint(
          'draw_proposals_waits',
          sql`(abierta is null and estado <> 'espera') or (abierta is not null and abierta = 1 and estado = 'espera')`,
        )
        // Two people, and never one of them twice.
        .addCheckConstraint(
          'draw_proposals_two_hands',
          sql`estado <> 'confirmada' or (orden is not null and decidida_por_id is not null and decidida_por_id <> escrita_por_id)`,
        ),
  )
  await uniqueIndex('draw_proposals_open', 'draw_proposals', ['rifa_id', 'abierta'])
  await table(
    'draw_winners',
    {
      id: smallCounter,
      rifa_id: integer,
      premio: integer,
      vivo: orNull(integer),
      orden: integer,
      numero: text,
      codigo: text,
      compra_id: of(bigint, 'purchases.id'),
      estado: check(text, sql`estado in ('por_avisar', 'avisado', 'reclamado', 'entregado', 'vencido')`),
      version: integer,
      ganado_en: bigint,
      avisado_en: orNull(bigint),
      avisado_por: text,
      reclama_hasta: orNull(bigint),
      reclamado_en: orNull(bigint),
      entrega_dia: orNull(text),
      vencido_en: orNull(bigint),
      notas: text,
      fotos: text,
      mostrar_nombre: check(integer, sql`mostrar_nombre in (0, 1)`),
      mostrar_fotos: check(integer, sql`mostrar_fotos in (0, 1)`),
    },
    (winners) =>
      winners
        .addForeignKeyConstraint('draw_winners_won', ['rifa_id', 'orden'], 'draw_steps', ['rifa_id', 'orden'])
        .addUniqueConstraint('draw_winners_once', ['rifa_id', 'numero'])
        .addUniqueConstraint('draw_winners_step', ['rifa_id', 'orden'])
        .addUniqueConstraint('draw_winners_one', ['rifa_id', 'premio', 'vivo'])
        .addCheckConstraint(
          'draw_winners_alive',
          sql`(vivo is null and estado = 'vencido') or (vivo is not null and vivo = 1 and estado <> 'vencido')`,
        )
        // Nobody loses a prize before his time is over, nor once he has claimed it.
        .addCheckConstraint(
          'draw_winners_expired',
          sql`estado <> 'vencido' or (reclamado_en is null and reclama_hasta is not null and vencido_en is not null and vencido_en >= reclama_hasta)`,
        )
        .addCheckConstraint(
          'draw_winners_claimed',
          sql`(estado in ('reclamado', 'entregado') and reclamado_en is not null) or (estado not in ('reclamado', 'entregado') and reclamado_en is null)`,
        )
        .addCheckConstraint(
          'draw_winners_delivered',
          sql`(estado = 'entregado' and entrega_dia is not null) or (estado <> 'entregado' and entrega_dia is null)`,
        )
        .addCheckConstraint(
          'draw_winners_told',
          sql`(avisado_en is null) = (reclama_hasta is null) and (estado <> 'avisado' or avisado_en is not null)`,
        ),
  )
  await index('draw_winners_of_purchase', 'draw_winners', ['compra_id'])
  await table('draw_beacons', {
    rifa_id: of(primary(integer), 'draw_lists.rifa_id'),
    ronda: bigint,
    intentos: integer,
    problema: text,
    mirado_en: bigint,
    proximo_en: bigint,
  })
  await table('draw_reminders', {
    rifa_id: of(primary(integer), 'draw_lists.rifa_id'),
    vez: integer,
    compra_id: bigint,
    terminado_en: orNull(bigint),
  })
}
