import { useState } from 'react'
import { ask, queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { AskButton, Button } from '#platform/panel/parts/button.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import { Notice, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { copySize } from '#platform/size-text.ts'
import type { LastCopy } from '../contract.ts'
import { settingOf } from './guarded-change.ts'
import { PlaceForm } from './place-form.tsx'

/** Milliseconds between two looks at one that is being made. */
const POLL = 2_000

/** How old the last copy of everything is, where the next ones go, and a copy to take away. */
export function BackupsScreen() {
  const last = useAsk('GET /api/panel/respaldos', {
    refetchInterval: ({ state }) => (state.data?.haciendo ? POLL : false),
  })
  const settings = useAsk('GET /api/panel/servidor')
  return (
    <div className="page">
      {last.data ? (
        <>
          <StaleNotice query={last} />
          <Last copy={last.data} />
        </>
      ) : (
        <Waiting query={last} label="Mirando el último respaldo" />
      )}
      <section className="pad-4-5 card card-wide stack gap-4" aria-labelledby="lugar">
        <h2 id="lugar" className="subheading">
          Dónde van las copias
        </h2>
        {settings.data ? (
          <PlaceForm setting={settingOf(settings.data, 'respaldos')} />
        ) : (
          <Waiting query={settings} label="Cargando dónde van las copias" />
        )}
      </section>
      <section className="pad-4-5 card card-wide stack gap-4" aria-labelledby="descargar">
        <h2 id="descargar" className="subheading">
          Llévate una copia
        </h2>
        <p>
          Un archivo con todo: compras, comprobantes, imágenes, el diario y la llave de la instalación, cifrado con una
          frase que tú eliges. Ábrelo con age, o pásalo a quien cuida el servidor para restaurarlo.
        </p>
        <div className="row">
          <AskButton text="Descargar todo" ask={(close) => <DownloadDialog onClose={close} />} />
        </div>
      </section>
    </div>
  )
}

function Last({ copy: { hecho_en, viejo, falta, fallo, bytes, lugar, aqui, haciendo } }: { copy: LastCopy }) {
  const now = useDeed('POST /api/panel/respaldos/ahora', { shows: queryOf('GET /api/panel/respaldos') })
  return (
    <section className="pad-4-5 card card-wide stack gap-4" aria-labelledby="ultimo">
      <h2 id="ultimo" className="subheading">
        {hecho_en === null ? 'Todavía no hay ningún respaldo' : `El último: ${formatMoment(hecho_en)}`}
      </h2>
      {hecho_en === null ? (
        <p className="soft">El servidor hace uno cada noche, solo.</p>
      ) : (
        <p className="soft">
          {copySize(bytes)} en {lugar}
        </p>
      )}
      <div className="row">
        <Button
          text={haciendo || now.isPending ? 'Se está haciendo uno…' : 'Hacer uno ahora'}
          pending={haciendo || now.isPending}
          onClick={() => now.mutate()}
        />
      </div>
      <Failure of={now.error} />
      {viejo || fallo !== null ? (
        <Notice level={viejo ? 'grave' : 'aviso'} title={viejo ? 'Tiene más de dos días' : 'El siguiente no se hizo'}>
          {fallo ?? 'Pide a quien cuida el servidor que mire por qué no se hace.'}
        </Notice>
      ) : null}
      {falta === null ? null : (
        <Notice level="aviso" title="Le faltan archivos">
          {falta} La tienda tampoco los tiene. Las copias de antes pueden tenerlos: pide que lo miren.
        </Notice>
      )}
      {aqui ? (
        <Notice level="aviso" title="Las copias van al mismo lugar que la tienda">
          Si se pierde, se pierden juntos. Elige abajo otro lugar, o llévate una copia.
        </Notice>
      ) : null}
    </section>
  )
}

/** Asks for the passphrase, twice, and a fresh code; then the browser itself takes the file as it arrives. */
function DownloadDialog({ onClose }: { onClose: () => void }) {
  const [frase, setFrase] = useState('')
  const [again, setAgain] = useState('')
  const missing =
    frase.length < 15
      ? 'Escribe una frase de 15 letras o más.'
      : again === frase
        ? undefined
        : 'Escribe otra vez la misma frase.'

  async function download(codigo: string): Promise<void> {
    const { pase } = await ask('POST /api/panel/respaldos/descarga', { body: { frase, codigo } })
    window.location.assign(`/api/panel/respaldos/descarga?pase=${encodeURIComponent(pase)}`)
  }

  return (
    <FreshCodeDialog
      title="Descargar todo"
      lead={`Lleva los datos de tus compradores: guárdalo como guardas tu dinero. ${ownersLearn()}`}
      action="Descargar"
      blocked={missing}
      onConfirm={download}
      onClose={onClose}
    >
      <Field
        label="Frase que lo abre"
        hint="Anótala aparte: sin ella nadie lo abre, tampoco nosotros."
        spellCheck={false}
        maxLength={1000}
        value={frase}
        onChange={(event) => setFrase(event.currentTarget.value)}
      />
      <Field
        label="Otra vez la frase"
        spellCheck={false}
        maxLength={1000}
        value={again}
        problem={again !== '' && !frase.startsWith(again) ? 'No es la misma.' : undefined}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
    </FreshCodeDialog>
  )
}
