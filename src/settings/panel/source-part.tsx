import { ask } from '#access/panel/ask.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { ChangedMeanwhile, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { checkFields } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { SETTINGS } from '#platform/settings.ts'
import type { PanelSetting } from '../contract.ts'
import { settingOf, useGuardedChange } from './guarded-change.ts'
import { FixedSetting, savedBy } from './setting-parts.tsx'
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
      <form className="stack gap-4" noValidate aria-label="Fuente de la tasa" onSubmit={form.submit(guarded.begin)}>
        {form.moved ? <ChangedMeanwhile title="Otra persona cambió la fuente." form={form} /> : null}
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
        <SaveBar
          className="setting-save apart row wrap gap-3"
          form={form}
          save={guarded.change}
          action="Probar y guardar"
          unsaved="Le preguntamos la tasa de hoy. Si responde, se guarda."
          done="Respondió y quedó guardada."
          rest={savedBy(setting) || 'Sin fuente, escribes la tasa tú.'}
        />
      </form>
      {guarded.asked ? (
        <FreshCodeDialog
          title="Cambiar la fuente de la tasa"
          lead="Con esa tasa tus compradores ven cuánto pagar."
          action="Probar y guardar"
          {...guarded.dialog}
        />
      ) : null}
      <TakeBack setting={setting} action="Quitar la fuente" says="La tasa de cada día la escribes tú, en Tasas." />
    </>
  )
}
