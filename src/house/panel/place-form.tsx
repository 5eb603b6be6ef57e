import { useQueryClient } from '@tanstack/react-query'
import { ask, refresh } from '#access/panel/ask.ts'
import { checkFields } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { NO_BACKUP_SETTINGS, SETTINGS } from '#platform/settings.ts'
import type { PanelSetting, PlaceSave } from '../contract.ts'
import { type BackupSettings, isBucket, keepsSecret, placeProblems } from '../place-rules.ts'
import { useGuardedChange } from './guarded-change.ts'
import { FixedSetting, SettingForm } from './setting-parts.tsx'

const PLACES = [
  { value: 'servidor', label: 'En este servidor', says: 'En su carpeta de datos: se pierden con él' },
  { value: 'carpeta', label: 'Otra carpeta', says: 'Otro disco del servidor, o uno de la red' },
  { value: 's3', label: 'Un almacén S3', says: 'Amazon S3, Cloudflare R2, Backblaze B2 u otro' },
] as const

const HOURS: [hour: number, name: string][] = Array.from({ length: 24 }, (_, hour) => [
  hour,
  `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'a. m.' : 'p. m.'}`,
])

const placeText = ({ destino }: Shown) => destino || 'la carpeta de datos del servidor'

/** Place of copies, their hour, their number and their seal: tried with a small file, and saved. */
export function PlaceForm({ setting }: { setting: PanelSetting }) {
  const shown = setting.valor as Shown | null
  if (setting.fija !== null && shown) {
    return (
      <FixedSetting
        variable={setting.fija}
        lines={[
          ['Lugar', placeText(shown)],
          ['Hora', HOURS[shown.hora]?.[1]],
          ['Se guardan', `los últimos ${shown.quedan}`],
          ['Cifrado', setting.secretos.includes('frase') ? 'con una frase' : 'no'],
        ]}
      />
    )
  }
  return <OpenForm setting={setting} kept={{ shown, secretos: setting.secretos }} />
}

function OpenForm({ setting, kept }: { setting: PanelSetting; kept: Kept }) {
  const client = useQueryClient()
  const form = useForm<Kept, Draft>({ saved: kept, version: setting.version, draftOf, check: checkDraft })
  const { draft, change } = form
  const guarded = useGuardedChange(
    setting,
    (pass) => ask('POST /api/panel/respaldos/ajuste', { body: { ...pass, valor: placeOf(draft, form.saved) } }),
    {
      refused: form.refused,
      done: ({ valor, secretos, version }) => {
        form.begin({ shown: valor as Shown | null, secretos }, version)
        void refresh(client, ['GET /api/panel/respaldos'])
      },
    },
  )
  const far = draft.lugar !== 'servidor'

  return (
    <SettingForm
      label="Dónde van las copias"
      moved="Otra persona cambió dónde van las copias."
      {...{ setting, form, guarded }}
      unsaved="Probamos el lugar con un archivo pequeño. Si sirve, se guarda."
      done="Sirvió y quedó guardado. La próxima copia va ahí."
      rest="Como viene de fábrica."
      asks={{
        title: 'Cambiar dónde van las copias',
        lead: 'Primero probamos que ahí se puede escribir, leer y borrar.',
        says: [
          ['shield', 'Las copias que ya están quedan donde están, y las cifradas se abren con su frase de entonces.'],
          ['people', 'Cada dueño recibe un aviso con el lugar, y queda en el diario.'],
        ],
      }}
    >
      <Choice
        label="Dónde"
        name="lugar"
        value={draft.lugar}
        options={PLACES}
        problem={far ? undefined : form.problems.destino}
        onChange={(lugar) =>
          change({ lugar, destino: lugar === draftOf(form.saved).lugar ? draftOf(form.saved).destino : '' })
        }
      />
      {draft.lugar === 'carpeta' ? (
        <Field
          label="Carpeta"
          {...form.field('destino')}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="/mnt/disco/respaldos"
          hint="La ruta entera en el servidor. Pregúntala a quien lo cuida."
        />
      ) : null}
      {draft.lugar === 's3' ? <BucketFields form={form} kept={form.saved} /> : null}
      <div className="pair">
        <SelectField label="Cada noche a las" options={HOURS} {...form.field('hora')} hint="Hora de Caracas." />
        <Field label="Se guardan" {...form.field('quedan')} inputMode="numeric" hint="Los últimos." />
      </div>
      <SealFields form={form} kept={form.saved} />
      {far && draft.cifrado === 'no' ? (
        <Notice level="aviso" title="Afuera y sin cifrar">
          Quien llegue a ese lugar lee todo: compras, comprobantes, datos de tus compradores y la llave.
        </Notice>
      ) : null}
    </SettingForm>
  )
}

const PLAIN = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const

/** How a bucket is named and entered. */
function BucketFields({ form, kept }: { form: ReturnType<typeof useForm<Kept, Draft>>; kept: Kept }) {
  return (
    <>
      <Field
        label="Servidor"
        {...form.field('s3_servidor')}
        {...PLAIN}
        inputMode="url"
        placeholder="https://s3.ejemplo.com"
        hint="La dirección (endpoint) que te dio el servicio junto con la clave."
      />
      <div className="pair pair-stacks">
        <Field
          label="Bucket (contenedor)"
          {...form.field('destino')}
          {...PLAIN}
          placeholder="mis-copias/tienda"
          hint="Privado. Detrás de / puedes poner una carpeta."
        />
        <Field
          label="Región"
          {...form.field('s3_region')}
          {...PLAIN}
          placeholder="us-east-1"
          hint="Vacía si no te dieron una."
        />
      </div>
      <Field label="Clave de acceso" {...form.field('s3_clave')} {...PLAIN} />
      <Field
        label="Secreto"
        type="password"
        {...form.field('s3_secreto')}
        autoComplete="new-password"
        hint={
          keepsKey(form.draft, kept)
            ? 'Guardado; no se vuelve a mostrar. Vacío, sigue el mismo.'
            : 'Se guarda cifrado y no se vuelve a mostrar.'
        }
      />
    </>
  )
}

const SEALS = [
  { value: 'si', label: 'Con una frase', says: 'Quien encuentre una copia no la puede leer' },
  { value: 'no', label: 'Sin cifrar', says: 'Quien la tenga lee todo, y nadie olvida una frase' },
] as const

/** Whether copies are sealed, and the passphrase: typed twice, because nobody can look it up again. */
function SealFields({ form, kept }: { form: ReturnType<typeof useForm<Kept, Draft>>; kept: Kept }) {
  const { draft, change } = form
  const known = kept.secretos.includes('frase')
  const typing = draft.frase !== ''
  return (
    <>
      <Choice
        label="Cifradas"
        name="cifrado"
        value={draft.cifrado}
        options={SEALS}
        onChange={(cifrado) => change({ cifrado, frase: '', frase_otra: '' })}
      />
      {draft.cifrado === 'si' ? (
        <>
          <div className="pair pair-stacks">
            <Field
              label={known ? 'Frase nueva' : 'Frase'}
              type="password"
              {...form.field('frase')}
              autoComplete="new-password"
              hint={
                keepsPhrase(draft, kept)
                  ? 'Guardada; no se vuelve a mostrar. Vacía, sigue la misma.'
                  : '15 letras o más; por ejemplo, cinco palabras que no tengan que ver entre sí.'
              }
            />
            <Field label="Otra vez" type="password" {...form.field('frase_otra')} autoComplete="new-password" />
          </div>
          {known && !typing ? null : (
            <Notice level="aviso" title="Sin esta frase ninguna copia se abre">
              Tampoco nosotros podemos. Anótala en papel, fuera del servidor.
              {known ? ' Las copias de antes se abren con la frase de antes: guarda las dos.' : ''}
            </Notice>
          )}
        </>
      ) : null}
    </>
  )
}

/** The part of the setting that the panel may see. */
type Shown = Omit<BackupSettings, 'frase' | 's3_secreto'>

/** The fields as they are typed; `destino` is a folder, or `bucket/prefix`. Secrets are empty until somebody types one. */
type Draft = Record<keyof BackupSettings | 'frase_otra', string> & {
  lugar: 'servidor' | 'carpeta' | 's3'
  cifrado: 'si' | 'no'
}

/** Names of the stored secrets, and the place that they belong to. */
interface Kept {
  shown: Shown | null
  secretos: readonly string[]
}

function draftOf({ shown, secretos }: Kept): Draft {
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

const keepsPhrase = ({ cifrado, frase }: Draft, { secretos }: Kept) =>
  cifrado === 'si' && frase === '' && secretos.includes('frase')

const keepsKey = (draft: Draft, { shown, secretos }: Kept) =>
  draft.s3_secreto === '' && secretos.includes('s3_secreto') && keepsSecret(shown, draft)

/** The request's body: a secret that stays is left out. */
function placeOf(draft: Draft, kept: Kept): PlaceSave['valor'] {
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
function checkDraft(draft: Draft, kept: Kept): Record<string, string> {
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
