import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { refusal } from '#platform/errors.ts'

const execute = promisify(execFile)

/**
 * Runs a program of PostgreSQL on a database. The password goes by the environment: arguments can be read by everybody on the machine.
 * @throws AppError RESPALDO_IMPOSIBLE if it is not installed or fails.
 */
export async function runPostgresProgram(program: string, args: string[], databaseUrl: string): Promise<void> {
  const password = decodeURIComponent(new URL(databaseUrl).password)
  const url = databaseUrl.replace(/^([^:]*:\/\/[^:@/]*):[^@/]*@/, '$1@')
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  try {
    await execute(program, [...args, `--dbname=${url}`], { env, maxBuffer: 16 * 2 ** 20 })
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const { stderr = '', signal = null } = (error ?? {}) as { stderr?: string; signal?: string | null }
    const said = stderr.trim() || (signal === null ? String(error) : `algo lo detuvo (${signal})`)
    const details = missing
      ? `No está ${program}. Instala los programas de PostgreSQL de la misma versión que el servidor o más nueva (en Debian: postgresql-client).`
      : `${program} no pudo: ${said}`
    throw refusal('RESPALDO_IMPOSIBLE', { details, cause: error })
  }
}

/** Fills an empty database. @throws AppError RESPALDO_IMPOSIBLE */
export function restoreDump(dump: string, databaseUrl: string): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  return runPostgresProgram('pg_restore', [...options, dump], databaseUrl)
}
