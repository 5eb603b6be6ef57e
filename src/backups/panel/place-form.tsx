import { useQueryClient } from '@tanstack/react-query'
import { ask, refresh } from '#access/panel/ask.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Field, SelectField } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { PanelSetting } from '#settings/contract.ts'
import { settingOf, useGuardedChange } from '#settings/panel/guarded-change.ts'
import { FixedSetting, SettingForm } from '#settings/panel/setting-parts.tsx'
import { BucketFields } from './bucket-fields.tsx'
import { checkDraft, type Draft, draftOf, type Kept, placeOf, type Shown } from './place-draft.ts'
import { SealFields } from './seal-fields.tsx'

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
    setting.version,
    (pass) => ask('POST /api/panel/respaldos/ajuste', { body: { ...pass, valor: placeOf(draft, form.saved) } }),
    {
      refused: form.refused,
      done: (settings) => {
        const { valor, secretos, version } = settingOf(settings, 'respaldos')
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
