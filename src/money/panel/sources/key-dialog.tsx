import { TellDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import type { SourceKey } from '../../sources-contract.ts'

/** Where each bank puts its key, as its form asks for it. */
const PLACES: Record<string, string> = {
  bnc: 'Dale al banco la dirección y la clave, que envía en el encabezado x-api-key.',
  bdv: 'Dale al banco la dirección y la clave, que envía en el encabezado X-API-Key.',
  bancamiga: 'Dale al banco la dirección y la clave, que envía como Authorization: Bearer.',
  r4: 'Dale al banco la dirección, a la que agrega /R4consulta y /R4notifica, y la clave, que envía en Authorization sin Bearer.',
}

/** Sections of the manual (docs/banks.md). */
const [PHONE, BANK] = ['un-telefono-reenvia-los-avisos-del-banco', 'tu-banco-le-avisa-a-la-tienda'] as const

/** Key of a source, shown this once. It closes by its button only. */
export function KeyDialog({ llave, fuente, onClose }: { llave: SourceKey; fuente: string; onClose: () => void }) {
  const rows = [
    ['Dirección', window.location.origin + llave.ruta],
    ...(llave.clave === null ? [] : [['Clave', llave.clave] as const]),
  ] as const
  return (
    <TellDialog label="Cópialo ahora" done="Ya lo copié" sticky onClose={onClose}>
      <Notice level="aviso" title="No se vuelve a mostrar">
        Quien lo tenga puede decirle a tu tienda que llegó dinero. Si se pierde, pides otra aquí y esta deja de servir.
      </Notice>
      <dl className="stack gap-3">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="faint small">{name}</dt>
            <dd className="row-top">
              <code className="grow breaks">{value}</code>
              <CopyButton value={value} name={`Copiar la ${name.toLowerCase()}`} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">
        {PLACES[fuente] ?? 'Pégala en MacroDroid, en la acción Solicitud HTTP. Luego manda un aviso que diga: prueba.'}
      </p>
      <ButtonLink out look="link" text="Ver cómo, paso a paso" href={`/panel/ayuda/${PLACES[fuente] ? BANK : PHONE}`} />
    </TellDialog>
  )
}
