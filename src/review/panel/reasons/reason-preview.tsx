/** What the buyer reads of a rejection: its title and the reason stand in the mail and on his private page. */
export function ReasonPreview({ reason }: { reason: string }) {
  return (
    <section className="motives-preview" aria-label="Así lo lee quien compra">
      <h2 className="faint small">Así lo lee quien compra</h2>
      <div className="motives-paper">
        <strong>No pudimos confirmar tu pago</strong>
        <p>
          <b>Motivo:</b> {reason === '' ? '…' : reason}
        </p>
      </div>
      <p className="faint small">En su correo y en su página privada. Toca otro motivo para verlo aquí.</p>
    </section>
  )
}
