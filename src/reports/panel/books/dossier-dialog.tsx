import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { askDossier } from './books-query.ts'

/** What the dossier holds, and a fresh code; then the browser itself takes the file as it comes. */
export function DossierDialog({ id, onClose }: { id: number; onClose: () => void }) {
  async function download(codigo: string): Promise<void> {
    const { pase } = await askDossier('POST /api/panel/rifas/:id/expediente', { params: { id }, body: { codigo } })
    window.location.assign(`/api/panel/rifas/${id}/expediente?pase=${encodeURIComponent(pase)}`)
    onClose()
  }
  return (
    <FreshCodeDialog
      title="Descargar el expediente"
      lead="Un zip para tu contador o para quien te supervisa: libros, compras, dinero, diario y sorteo, con la huella de cada archivo y una página que dice cómo comprobarlo. Nombra a tus compradores: dáselo solo a quien deba verlo."
      action="Descargar"
      onConfirm={download}
      onClose={onClose}
    />
  )
}
