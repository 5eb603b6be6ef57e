import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { refusal } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'

/** Output of a command: `data` for programs, `text` for people. */
export interface Answer {
  data: unknown
  text: string
  /** Notices for people, in addition to it: on standard error. */
  avisos?: readonly string[]
  /** The command ran and found problems: exit 1. */
  failed?: boolean
  /** It has written to standard output itself. */
  silent?: true
}

interface Described {
  /** Its words, such as `raffles create`. */
  name: string
  usage: string
  summary: string
}

/** Works on an installation, which is opened for it and brought up to date. */
export interface Command extends Described {
  /** It may begin an installation; the others need an existing one. */
  begins?: true
  run(ctx: Ctx, args: string[], options: Options): Promise<Answer>
}

/** Works without the installation's lock, or on one that may not open at all, and opens its own files. */
export interface LookingCommand extends Described {
  /** Commands that need an installation are refused without one, before they open or make anything. */
  needs: 'installation' | 'nothing'
  look(config: Config, args: string[], options: Options): Promise<Answer>
}

/** Values given as `--name value`; for a flag, that it was given. */
export type Options = Record<string, string | undefined>

/** The arguments do not fit. */
export class UsageError extends Error {}

/** The only argument of a command. @param wanted the sentence that asks for it */
export function oneArgument(args: string[], wanted: string): string {
  const [only] = args
  if (only === undefined || args.length !== 1) throw new UsageError(wanted)
  return only
}

export function idArgument(args: string[]): number {
  const wanted = 'Indica un id: un número entero.'
  const id = z.coerce.number().int().positive().safeParse(oneArgument(args, wanted))
  if (!id.success) throw new UsageError(wanted)
  return id.data
}

/** One JSON object from a file, or from standard input for `-`. */
export function jsonArgument(args: string[]): unknown {
  const file = oneArgument(args, 'Indica un archivo JSON, o - para leer la entrada estándar.')
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch {
    throw new UsageError(`No se puede leer ${file}.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw refusal('JSON_INVALIDO')
  }
}

/** Columns aligned for a terminal. */
export function table(rows: (string | number)[][]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, String(cell).length)),
    [],
  )
  return rows
    .map((row) =>
      row
        .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
