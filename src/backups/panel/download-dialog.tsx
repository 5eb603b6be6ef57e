import { useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { ownersLearn } from '#mail/mail-leaves.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { Field } from '#platform/panel/parts/field.tsx'

/** Asks for the passphrase, twice, and a fresh code; then the browser itself takes the file as it arrives. */
export function DownloadDialog({ onClose }: { onClose: () => void }) {
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
