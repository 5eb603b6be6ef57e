import { useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { Consequence, FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { SourceForm } from '../../source.ts'
import { sourceForm } from '../../source-forms.ts'
import type { ShownSource, SourceKey } from '../../sources-contract.ts'
import { KeyDialog } from './key-dialog.tsx'
import { SourceSettings } from './source-settings.tsx'
import { SourceStanding } from './source-state.tsx'
import { useKeepSources } from './sources.ts'

/** One source: how it is, its settings, its key, and whether it is on. */
export function SourcePage({ source }: { source: ShownSource }) {
  const form = sourceForm(source.fuente, source.via)
  return (
    <div className="page gap-6">
      <BackHead
        to="/conciliacion/fuentes"
        back="Volver a las fuentes"
        title={source.nombre}
        says={`${form?.titulo} · ${source.cuenta} · la agregó ${source.creada_por}, ${formatMoment(source.creada_en)}`}
      />
      <SourceStanding source={source} />
      {form === undefined ? null : <p className="faint small">{form.nota}</p>}
      {source.via === 'aviso' ? <TryIt source={source} /> : null}
      {form === undefined ? null : <Settings source={source} form={form} />}
      <Guarded source={source} />
    </div>
  )
}

/** A test notice proves the way from the phone to here, without money. */
function TryIt({ source: { prueba_en } }: { source: ShownSource }) {
  return (
    <Notice
      icon="phone"
      role="status"
      title={prueba_en === null ? 'Pruébala sin dinero' : `La prueba llegó: ${formatMoment(prueba_en)}`}
    >
      {prueba_en === null
        ? 'En MacroDroid toca Probar acciones, o mándate un SMS que diga: prueba. Cuando llegue se ve aquí, sin recargar.'
        : 'El teléfono y tu tienda se entienden. Lo siguiente que reenvíe con un monto será dinero que llegó.'}
    </Notice>
  )
}

function Settings({ source, form }: { source: ShownSource; form: SourceForm }) {
  const { id, version, nombre, ajustes } = source
  const keep = useKeepSources()
  return (
    <SourceSettings
      form={form}
      kept={{ nombre, ...ajustes }}
      label="Datos de la fuente"
      asks={{ title: 'Cambiar la fuente', lead: ownersLearn(), action: 'Guardar' }}
      onSend={async (sent) =>
        keep(await ask('POST /api/panel/fuentes/:id', { params: { id }, body: { version, ...sent } }))
      }
    />
  )
}

type Deed = 'clave' | 'apagar' | 'encender'

/** Actions that want a code each: another key, off, on. */
function Guarded({ source }: { source: ShownSource }) {
  const { id, version, activa, via, fuente } = source
  const [asked, setAsked] = useState<Deed | null>(null)
  const [made, setMade] = useState<SourceKey | null>(null)
  const keep = useKeepSources()

  async function confirm(codigo: string): Promise<void> {
    if (asked === 'clave') {
      const { llave, ...list } = await ask('POST /api/panel/fuentes/:id/clave', {
        params: { id },
        body: { version, codigo },
      })
      // Shown first: with the new list this page is mounted again.
      setMade(llave)
      if (llave === null) keep(list)
    } else {
      const body = { version, activa: asked === 'encender', codigo }
      keep(await ask('POST /api/panel/fuentes/:id', { params: { id }, body }))
    }
    setAsked(null)
  }

  return (
    <div className="row wrap gap-3">
      {via === 'lectura' ? null : (
        <Button text={via === 'aviso' ? 'Otra dirección' : 'Otra clave'} onClick={() => setAsked('clave')} />
      )}
      <Button
        look={activa ? 'bad' : undefined}
        text={activa ? 'Apagar' : 'Encender'}
        onClick={() => setAsked(activa ? 'apagar' : 'encender')}
      />
      {asked === null ? null : (
        <FreshCodeDialog
          {...(asked === 'apagar' && via === 'webhook' ? OFF_BANK : DEEDS[asked])}
          danger={asked === 'apagar'}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          <Consequence icon="mail">{ownersLearn()}</Consequence>
        </FreshCodeDialog>
      )}
      {made === null ? null : (
        <KeyDialog
          llave={made}
          fuente={fuente}
          onClose={() => void ask('GET /api/panel/fuentes').then(keep, () => setMade(null))}
        />
      )}
    </div>
  )
}

interface DeedWords {
  title: string
  lead: string
  action: string
}

/** A refused bank takes the shop off its list, and its messages are money that has come. */
const OFF_BANK: DeedWords = {
  title: 'Apagar la fuente',
  lead: 'Lo que el banco mande con su clave se guarda y se lee igual, porque ya te lo acreditó; la cuenta deja de contar como leída. Si otra persona tiene la clave, haz otra.',
  action: 'Apagar',
}

const DEEDS: Record<Deed, DeedWords> = {
  clave: {
    title: 'Otra clave para la fuente',
    lead: 'La de antes deja de servir en este momento: ten a mano el teléfono, o a quien te atiende en el banco.',
    action: 'Hacer otra',
  },
  apagar: {
    title: 'Apagar la fuente',
    lead: 'Tu tienda deja de oír lo que avise. Lo que ya llegó se queda.',
    action: 'Apagar',
  },
  encender: { title: 'Encender la fuente', lead: 'Tu tienda vuelve a creer lo que avise.', action: 'Encender' },
}
