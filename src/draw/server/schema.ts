import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { bigint, check, creating, integer, of, orNull, primary, text } from '#platform/server/db/create-table.ts'
import { papersSchema } from './papers/schema-papers.ts'
import { createWinners, type DrawTables } from './schema-winners.ts'

/** The rule of a raffle, as it is published: its text and the hash of that (docs/draw.md). */
export interface DrawRulesTable {
  rifa_id: number
  texto: string
  sha256: string
  fijada_en: Instant
  /** The raffle's version that it was written with: grows with every change, also past a rule that was taken away. */
  version: number
}

/** What happened in a draw, one after the other from 0. */
export interface DrawStepsTable {
  rifa_id: number
  orden: number
  /** The step before, null of the first: none is left out, and none but the last is ever taken away. */
  anterior: number | null
  texto: string
  en: Instant
  actor: string
}

/** The list of who takes part, once it is frozen. */
export interface DrawListsTable {
  rifa_id: number
  /** When sales ended. */
  cierre: Instant
  congelada_en: Instant
  sha256: string
  /** How many numbers are in it. */
  cuenta: number
}

/** The text of a frozen list, cut after a line feed. It is kept as it was hashed: who is forgotten later does not change it. */
export interface DrawListPiecesTable {
  rifa_id: number
  orden: number
  texto: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables extends DrawTables {
    draw_rules: DrawRulesTable
    draw_steps: DrawStepsTable
    draw_lists: DrawListsTable
    draw_list_pieces: DrawListPiecesTable
  }
}

export const drawSchema = [
  creating('2026-11-23-04-draw', async ({ table }) => {
    await table('draw_rules', {
      rifa_id: of(primary(integer), 'raffles.id'),
      texto: text,
      sha256: text,
      fijada_en: bigint,
      version: integer,
    })
    await table(
      'draw_steps',
      {
        rifa_id: of(integer, 'draw_rules.rifa_id'),
        orden: integer,
        anterior: orNull(integer),
        texto: text,
        en: bigint,
        actor: text,
      },
      (steps) =>
        steps
          .addPrimaryKeyConstraint('draw_steps_once', ['rifa_id', 'orden'])
          .addForeignKeyConstraint('draw_steps_follow', ['rifa_id', 'anterior'], 'draw_steps', ['rifa_id', 'orden'])
          .addCheckConstraint(
            'draw_steps_one_more',
            sql`orden >= 0 and ((anterior is null and orden = 0) or (anterior is not null and orden = anterior + 1))`,
          ),
    )
    await table('draw_lists', {
      rifa_id: of(primary(integer), 'draw_rules.rifa_id'),
      cierre: bigint,
      congelada_en: bigint,
      sha256: text,
      cuenta: check(integer, sql`cuenta >= 0`),
      // Until 2026-11-27-92-list.
      ...{ raiz: orNull(text) },
    })
    await table(
      'draw_list_pieces',
      { rifa_id: of(integer, 'draw_lists.rifa_id'), orden: integer, texto: text },
      (pieces) => pieces.addPrimaryKeyConstraint('draw_list_pieces_once', ['rifa_id', 'orden']),
    )
  }),
  creating('2026-11-23-05-draw', createWinners),
  ...papersSchema,
  // The root of a tree over the lines, by which one of them was checked without the others.
  creating('2026-11-27-92-list', ({ run }) => run(sql`alter table draw_lists drop column raiz`)),
]
