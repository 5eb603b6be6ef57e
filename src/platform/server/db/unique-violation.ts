/**
 * The index that refused a row, or null when the error is another one: PostgreSQL says its name, SQLite the columns
 * (`purchases.rifa_id, purchases.cedula`).
 */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && error.code === '23505') return 'constraint' in error ? String(error.constraint) : ''
  const sqlite = /^UNIQUE constraint failed: (.+)$/.exec(error.message)
  return sqlite?.[1] ?? null
}
