import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { takeFile } from '#platform/panel/api.ts'

/** Content of the dossier, and a fresh code. */
export function DossierDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <FreshCodeDialog
      title="Descargar el expediente"
      lead="Un zip para tu contador o para quien te supervisa: libros, compras, dinero, diario y sorteo, con la huella de cada archivo y una página que dice cómo comprobarlo. Nombra a tus compradores: dáselo solo a quien deba verlo."
      action="Descargar"
      onConfirm={(codigo) => takeFile(`/rifas/${id}/expediente`, { codigo })}
      onClose={onClose}
    />
  )
}
