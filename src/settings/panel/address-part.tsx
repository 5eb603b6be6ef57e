import { ask } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import { Failure } from '#platform/panel/parts/field.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { PanelSetting } from '../contract.ts'
import { useGuardedChange } from './guarded-change.ts'
import { FixedSetting, savedBy } from './setting-parts.tsx'
import { TakeBack } from './take-back.tsx'

/** Where buyers reach the shop: the address at which the panel is open, taken by a button. */
export function AddressPart({ setting }: { setting: PanelSetting }) {
  const saved = String(setting.valor?.['publica'] ?? '')
  const guarded = useGuardedChange(setting.version, (pass) => ask('POST /api/panel/servidor/direccion', { body: pass }))
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
