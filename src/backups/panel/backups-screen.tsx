import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'
import { Bone, Notice, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { sizeText } from '#platform/size-text.ts'
import type { LastCopy } from '../contract.ts'
import { ask, lastCopyQuery } from './last-copy-query.ts'
import './backups.css'

/** How old the last copy of everything is, and a copy to take away. */
export function BackupsScreen() {
  const last = useQuery(lastCopyQuery)
  const [downloading, setDownloading] = useState(false)
  return (
    <div className="page">
      {last.data ? (
        <>
          <StaleNotice query={last} />
          <Last copy={last.data} />
        </>
      ) : (
        <Waiting query={last} label="Mirando el último respaldo">
          <Bone width="14rem" height="2.25rem" />
          <Bone height="9rem" />
        </Waiting>
      )}
      <section className="backups-part card card-wide stack gap-4" aria-labelledby="descargar">
        <h2 id="descargar" className="subheading">
          Llévate una copia
        </h2>
        <p>
          Un archivo con todo: compras, comprobantes, imágenes, el diario y la llave de la instalación, cifrado con una
          frase que tú eliges. Ábrelo con age, o pásalo a quien cuida el servidor para restaurarlo.
        </p>
        <div className="row">
          <button type="button" className="btn" onClick={() => setDownloading(true)}>
            Descargar todo
          </button>
        </div>
      </section>
      {downloading ? <DownloadDialog onClose={() => setDownloading(false)} /> : null}
    </div>
  )
}

function Last({ copy: { hecho_en, viejo, fallo, bytes, lugar, aqui } }: { copy: LastCopy }) {
  return (
    <section className="backups-part card card-wide stack gap-4" aria-labelledby="ultimo">
      <h2 id="ultimo" className="subheading">
        {hecho_en === null ? 'Todavía no hay ningún respaldo' : `El último: ${formatMoment(hecho_en)}`}
      </h2>
      {hecho_en === null ? (
        <p className="soft">El servidor hace uno cada noche.</p>
      ) : (
        <p className="soft">
          {sizeText(Math.max(bytes, 2 ** 20))} en {lugar}
        </p>
      )}
      {viejo || fallo !== null ? (
        <Notice level={viejo ? 'grave' : 'aviso'} title={viejo ? 'Tiene más de dos días' : 'El siguiente no se hizo'}>
          {fallo ?? 'Pide a quien cuida el servidor que mire por qué no se hace.'}
        </Notice>
      ) : null}
      {aqui ? (
        <p>
          Está en el mismo servidor: si lo pierdes, se pierde con él. Llévate una copia, o pide que vaya a otro lugar.
        </p>
      ) : null}
    </section>
  )
}

/** Asks for the passphrase, and a fresh code; then the browser itself takes the file as it comes. */
function DownloadDialog({ onClose }: { onClose: () => void }) {
  const [frase, setFrase] = useState('')
  const missing = frase.length < 15 ? 'Escribe una frase de 15 letras o más.' : undefined

  async function download(codigo: string): Promise<void> {
    const { pase } = await ask('POST /api/panel/respaldos/descarga', { body: { frase, codigo } })
    window.location.assign(`/api/panel/respaldos/descarga?pase=${encodeURIComponent(pase)}`)
    onClose()
  }

  return (
    <FreshCodeDialog
      title="Descargar todo"
      lead="Lleva los datos de tus compradores: guárdalo como guardas tu dinero. Cada dueño recibe un correo."
      action="Descargar"
      blocked={missing}
      onConfirm={download}
      onClose={onClose}
    >
      <Field
        label="Frase que lo abre"
        hint="Anótala aparte: sin ella nadie lo abre, tampoco nosotros."
        autoComplete="off"
        maxLength={1000}
        value={frase}
        onChange={(event) => setFrase(event.currentTarget.value)}
      />
    </FreshCodeDialog>
  )
}
