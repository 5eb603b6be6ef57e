import { useState } from 'react'
import { useLocation } from 'wouter'
import { ask } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { SelectField } from '#platform/panel/parts/field.tsx'
import { BackHead, Icon, IconButton } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { SourceForm, SourceWay } from '../../source.ts'
import { SOURCE_FORMS, tellsOf } from '../../source-forms.ts'
import type { SourceKey, Sources } from '../../sources-contract.ts'
import { KeyDialog } from './key-dialog.tsx'
import { SourceSettings } from './source-settings.tsx'
import { useKeepSources } from './sources.ts'

type Accounts = Sources['cuentas']

const WAYS: readonly (readonly [SourceWay, title: string, says: string])[] = [
  ['aviso', 'Con un teléfono', 'Sin contrato con el banco: el Android donde te llegan los SMS o los avisos de la app.'],
  ['webhook', 'El banco llama a tu tienda', 'Con contrato: el banco avisa de cada pago cuando llega.'],
  ['lectura', 'Tu tienda le pregunta al banco', 'Con contrato, o con una llave de solo lectura.'],
]

/** Chooses the new source of money, then fills in its settings. */
export function NewSource({ accounts }: { accounts: Accounts }) {
  const [form, setForm] = useState<SourceForm | null>(null)
  if (form !== null) return <SourceEditor form={form} accounts={accounts} onBack={() => setForm(null)} />
  return (
    <div className="page gap-6">
      <BackHead to="/conciliacion/fuentes" back="Volver a las fuentes" title="¿Quién te avisa del dinero?" />
      {WAYS.map(([way, title, says]) => (
        <section key={way} className="stack" aria-label={title}>
          <h3>{title}</h3>
          <p className="faint small">{says}</p>
          <ul className="source-kinds lines card card-wide">
            {SOURCE_FORMS.filter(({ via }) => via === way).map((one) => (
              <li key={one.fuente}>
                <button type="button" className="lit full text-start row apart target" onClick={() => setForm(one)}>
                  {one.titulo}
                  <Icon name="next" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function SourceEditor({ form, accounts, onBack }: { form: SourceForm; accounts: Accounts; onBack: () => void }) {
  const fit = accounts.filter((account) => tellsOf(form, account))
  const [made, setMade] = useState<SourceKey | null>(null)
  const keep = useKeepSources()
  const [, navigate] = useLocation()
  return (
    <div className="page">
      <header className="back-head row">
        <IconButton icon="back" label="Volver a elegir" onClick={onBack} />
        <h2 className="heading">{form.titulo}</h2>
      </header>
      <Notice icon="bank" title="Pruébala antes de confiar en ella">
        {form.nota}
      </Notice>
      {fit.length === 0 ? (
        <Notice level="aviso" title="Ninguna de tus cuentas es de este banco">
          Agrégala primero en Cobros, con su banco.
        </Notice>
      ) : (
        <SourceSettings
          form={form}
          first={{ nombre: form.titulo, metodo_id: String(fit[0]?.metodo_id) }}
          label={form.titulo}
          asks={{
            title: `Agregar: ${form.titulo}`,
            lead: `Desde ahora tu tienda cree que llegó el dinero del que avise. ${ownersLearn()}`,
            action: 'Agregar',
          }}
          onSend={async (sent, typed) => {
            const { fuente, via } = form
            const body = { fuente, via, metodo_id: Number(typed['metodo_id']), ...sent }
            const { llave, ...list } = await ask('POST /api/panel/fuentes', { body })
            keep(list)
            if (llave === null) navigate('/conciliacion/fuentes')
            else setMade(llave)
          }}
        >
          {(field) => (
            <SelectField
              label="Cuenta"
              options={fit.map(({ metodo_id, titulo, banco }) => [
                metodo_id,
                [titulo, banco].filter(Boolean).join(' · '),
              ])}
              {...field('metodo_id')}
              hint="A la que llega el dinero del que avisa."
            />
          )}
        </SourceSettings>
      )}
      {made === null ? null : (
        <KeyDialog llave={made} fuente={form.fuente} onClose={() => navigate(`/conciliacion/fuentes/${made.id}`)} />
      )}
    </div>
  )
}
