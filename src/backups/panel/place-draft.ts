import { checkFields } from '#platform/panel/form/problems.ts'
import { NO_BACKUP_SETTINGS, SETTINGS } from '#platform/settings.ts'
import type { PlaceSave } from '../contract.ts'
import { type BackupSettings, isBucket, keepsSecret, placeProblems } from '../place-rules.ts'

/** The part of the setting that the panel may see. */
export type Shown = Omit<BackupSettings, 'frase' | 's3_secreto'>

/** The fields as they are typed. Secrets are empty until somebody types one. */
export interface Draft {
  lugar: 'servidor' | 'carpeta' | 's3'
  /** A folder, or `bucket/prefix`. */
  destino: string
  hora: string
  quedan: string
  cifrado: 'si' | 'no'
  frase: string
  frase_otra: string
  s3_servidor: string
  s3_region: string
  s3_clave: string
  s3_secreto: string
}

/** Names of the stored secrets, and the place that they belong to. */
export interface Kept {
  shown: Shown | null
  secretos: readonly string[]
}

export function draftOf({ shown, secretos }: Kept): Draft {
  const { destino, hora, quedan, s3_servidor, s3_region, s3_clave } = shown ?? NO_BACKUP_SETTINGS
  return {
    lugar: destino === '' ? 'servidor' : isBucket(destino) ? 's3' : 'carpeta',
    destino: destino.replace(/^s3:\/\//, ''),
    hora: String(hora),
    quedan: String(quedan),
    cifrado: secretos.includes('frase') ? 'si' : 'no',
    frase: '',
    frase_otra: '',
    s3_servidor,
    s3_region,
    s3_clave,
    s3_secreto: '',
  }
}

export const keepsPhrase = ({ cifrado, frase }: Draft, { secretos }: Kept) =>
  cifrado === 'si' && frase === '' && secretos.includes('frase')

export const keepsKey = (draft: Draft, { shown, secretos }: Kept) =>
  draft.s3_secreto === '' && secretos.includes('s3_secreto') && keepsSecret(shown, draft)

/** The request's body: a secret that stays is left out. */
export function placeOf(draft: Draft, kept: Kept): PlaceSave['valor'] {
  const { lugar, hora, quedan, frase, s3_servidor, s3_region, s3_clave, s3_secreto } = draft
  const destino = { servidor: '', carpeta: draft.destino.trim(), s3: `s3://${draft.destino.trim()}` }[lugar]
  const entrance =
    lugar === 's3'
      ? { s3_servidor: s3_servidor.trim(), s3_region, s3_clave: s3_clave.trim() }
      : { s3_servidor: '', s3_region: '', s3_clave: '' }
  return {
    destino,
    hora: Number(hora),
    quedan: Number(quedan),
    ...entrance,
    ...(keepsPhrase(draft, kept) ? {} : { frase: draft.cifrado === 'si' ? frase : '' }),
    ...(keepsKey(draft, kept) ? {} : { s3_secreto: lugar === 's3' ? s3_secreto : '' }),
  }
}

/** Problems by field. */
export function checkDraft(draft: Draft, kept: Kept): Record<string, string> {
  const value = placeOf(draft, kept)
  const whole = { ...value, frase: value.frase ?? '', s3_secreto: value.s3_secreto ?? 'guardado' }
  const problems: Record<string, string> = { ...placeProblems(whole), ...checkFields(SETTINGS.respaldos.schema, whole) }
  if (draft.lugar === 'carpeta' && value.destino === '') problems['destino'] = 'Escribe la carpeta.'
  if (draft.cifrado === 'si' && !keepsPhrase(draft, kept)) {
    if (draft.frase.length < 15) problems['frase'] = 'Escribe una frase de 15 letras o más.'
    else if (draft.frase !== draft.frase_otra) problems['frase_otra'] = 'No es la misma.'
  }
  return problems
}
