import { ask } from '#access/panel/ask.ts'
import { checkFields } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { SETTINGS } from '#platform/settings.ts'
import type { PanelSetting } from '../contract.ts'
import { settingOf, useGuardedChange } from './guarded-change.ts'
import { FixedSetting, SettingForm } from './setting-parts.tsx'
import { TakeBack } from './take-back.tsx'

/** Public sources in the form that the product reads. */
const SOURCES = [
  { value: 'https://ve.dolarapi.com', label: 'DolarApi', says: 'Gratis y pública: ve.dolarapi.com' },
] as const
type Draft = { elegida: string; fuente: string }

const addressOf = ({ elegida, fuente }: Draft) => (elegida === 'otra' ? fuente : elegida)

function draftOf(fuente: string): Draft {
  const known = fuente === '' || SOURCES.some(({ value }) => value === fuente)
  return { elegida: known ? fuente : 'otra', fuente: known ? '' : fuente }
}

/** Where the rates of BCV are read: tried before it is kept. */
export function SourcePart({ setting }: { setting: PanelSetting }) {
  const saved = String(setting.valor?.['fuente'] ?? '')
  const form = useForm<string, Draft>({
    saved,
    version: setting.version,
    draftOf,
    check: (draft) => checkFields(SETTINGS.tasa.schema, { fuente: addressOf(draft) }),
  })
  const guarded = useGuardedChange(
    setting.version,
    (pass) => ask('POST /api/panel/servidor/tasa', { body: { ...pass, valor: { fuente: addressOf(form.draft) } } }),
    {
      refused: form.refused,
      done: (settings) => {
        const { valor, version } = settingOf(settings, 'tasa')
        form.begin(String(valor?.['fuente'] ?? ''), version)
      },
    },
  )
  if (setting.fija !== null) return <FixedSetting variable={setting.fija} lines={[['Fuente', saved]]} />
  return (
    <>
      <SettingForm
        label="Fuente de la tasa"
        moved="Otra persona cambió la fuente."
        {...{ setting, form, guarded }}
        unsaved="Le preguntamos la tasa de hoy. Si responde, se guarda."
        done="Respondió y quedó guardada."
        rest="Sin fuente, escribes la tasa tú."
        asks={{
          title: 'Cambiar la fuente de la tasa',
          lead: 'Con esa tasa tus compradores ven cuánto pagar.',
        }}
      >
        <Choice
          label="De dónde se lee"
          name="elegida"
          value={form.draft.elegida}
          options={[...SOURCES, { value: 'otra', label: 'Otra', says: 'Una que responda igual que DolarApi' }]}
          onChange={(elegida) => form.change({ elegida })}
        />
        {form.draft.elegida === 'otra' ? (
          <Field
            label="Dirección"
            {...form.field('fuente')}
            inputMode="url"
            autoCapitalize="none"
            placeholder="https://tasas.ejemplo.com"
          />
        ) : null}
      </SettingForm>
      <TakeBack setting={setting} action="Quitar la fuente" says="La tasa de cada día la escribes tú, en Tasas." />
    </>
  )
}
