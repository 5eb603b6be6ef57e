import type { Operator } from '#access/contract.ts'
import { ask, useAsk } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { checkFields } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import { Notice, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { SETTINGS } from '#platform/settings.ts'
import { Part } from '#site/panel/site-fields.tsx'
import type { PanelSetting } from '../contract.ts'
import { settingOf, useGuardedChange } from './guarded-change.ts'
import { MailPart } from './mail-part.tsx'
import { FixedSetting, SettingForm, savedBy, TakeBack } from './setting-parts.tsx'

/** An owner's settings of the server: mail, the rate's source, the public address. */
export function ServerScreen({ site, operator }: { site: string; operator: Operator }) {
  const settings = useAsk('GET /api/panel/servidor')
  if (!settings.data) {
    return <Waiting query={settings} label="Cargando los ajustes del servidor" className="page gap-6" />
  }
  const { data } = settings
  return (
    <div className="site page gap-6">
      <StaleNotice query={settings} />
      <Part title="Correo" says="Por dónde salen los números, los avisos y los enlaces de tu equipo.">
        <MailPart setting={settingOf(data, 'correo')} siteName={site} ownMail={operator.correo} />
      </Part>
      <Part title="Dirección pública" says="Por dónde entran tus compradores.">
        <AddressPart setting={settingOf(data, 'direccion')} />
      </Part>
      <Part title="Tasa del BCV" says="Quién la dice cada día, sin que la escribas.">
        <SourcePart setting={settingOf(data, 'tasa')} />
      </Part>
    </div>
  )
}

/** Where buyers reach the shop: the address at which the panel is open, taken by a button. */
function AddressPart({ setting }: { setting: PanelSetting }) {
  const saved = String(setting.valor?.['publica'] ?? '')
  const guarded = useGuardedChange(setting, (pass) => ask('POST /api/panel/servidor/direccion', { body: pass }))
  if (setting.fija !== null) return <FixedSetting variable={setting.fija} lines={[['Dirección', saved]]} />
  const here = location.origin
  return (
    <div className="stack gap-4">
      <p>
        {saved === '' ? (
          byMail(
            'No está guardada: los enlaces de los correos no llevan a tu página.',
            'No está guardada: los enlaces que copias del panel no llevan a tu página.',
          )
        ) : (
          <>
            <strong className="breaks">{saved}</strong> <span className="faint small">{savedBy(setting)}</span>
          </>
        )}
      </p>
      {here.startsWith('http:') ? (
        <Notice level="aviso" title="Esta dirección no está cifrada">
          Tus compradores escriben su cédula y su teléfono: que la tienda tenga https antes de compartirla.
        </Notice>
      ) : null}
      {here === saved ? (
        <p className="faint small">Es donde estás ahora.</p>
      ) : (
        <div className="setting-save apart row wrap gap-3">
          <p className="faint small">
            Abre el panel en la dirección que darás a tus compradores, y guárdala desde ahí.
          </p>
          <Button look="go" pending={guarded.change.isPending} onClick={guarded.begin}>
            Usar {here.replace(/^https?:\/\//, '')}
          </Button>
        </div>
      )}
      <Failure of={guarded.change.error} />
      {guarded.asked ? (
        <FreshCodeDialog
          title="Cambiar la dirección pública"
          lead={`Los enlaces ${byMail('de los correos ')}empezarán por ${here}.`}
          action="Usar esta dirección"
          {...guarded.dialog}
        >
          <Consequences
            of={[
              ['key', 'Las llaves de acceso son de una dirección: si cambia, se agregan de nuevo.'],
              ['leave', 'Puede que todos tengan que entrar otra vez.'],
            ]}
          />
        </FreshCodeDialog>
      ) : null}
      <TakeBack
        setting={setting}
        action="Quitar la dirección"
        says="Los enlaces de los correos no llevarán a tu página hasta que guardes otra."
      />
    </div>
  )
}

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
function SourcePart({ setting }: { setting: PanelSetting }) {
  const saved = String(setting.valor?.['fuente'] ?? '')
  const form = useForm<string, Draft>({
    saved,
    version: setting.version,
    draftOf,
    check: (draft) => checkFields(SETTINGS.tasa.schema, { fuente: addressOf(draft) }),
  })
  const guarded = useGuardedChange(
    setting,
    (pass) => ask('POST /api/panel/servidor/tasa', { body: { ...pass, valor: { fuente: addressOf(form.draft) } } }),
    {
      refused: form.refused,
      done: ({ valor, version }) => form.begin(String(valor?.['fuente'] ?? ''), version),
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
