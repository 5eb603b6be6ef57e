import type { Selectable } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Keys } from '#platform/server/installation/keys.ts'
import { seal, unseal } from '#platform/server/installation/sealed.ts'
import type { SourceSettings } from './pull-adapter.ts'

export type SourceRow = Selectable<Tables['movement_sources']>

/**
 * The settings of a source, the secret ones opened.
 * @throws SealError when its secrets were written with another key, or moved here from another row.
 */
export function openSettings(
  { keys }: Pick<Ctx, 'keys'>,
  source: Pick<SourceRow, 'id' | 'ajustes' | 'secreto'>,
): SourceSettings {
  const secrets = source.secreto === null ? '{}' : unseal(keys, placeOf(source.id), source.secreto)
  return { ...JSON.parse(source.ajustes), ...JSON.parse(secrets) }
}

/** @returns the contents of `secreto` in that row; null where nothing is secret. */
export function sealSecrets(keys: Keys, id: number, secrets: SourceSettings): string | null {
  return Object.keys(secrets).length === 0 ? null : seal(keys, placeOf(id), JSON.stringify(secrets))
}

/** Moved to another row they do not open. */
function placeOf(id: number): string {
  return `movement_sources ${id}`
}
