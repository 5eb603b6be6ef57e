/** What the home will look like, so that the words of the first day are known. */
export function StartDay() {
  return (
    <aside className="start-day" aria-labelledby="asi-sera">
      <h2 id="asi-sera">Así será tu día</h2>
      <div className="start-sheet">
        <section>
          <h3>En revisión</h3>
          <p>Cada pago que reporten aparece aquí, el más viejo primero, con sus comprobaciones hechas.</p>
          <div className="start-axis" aria-hidden="true">
            <span style={{ left: '28%' }} />
            <span style={{ left: '52%' }} />
            <span style={{ left: '74%' }} />
            <span style={{ left: '90%' }} />
          </div>
        </section>
        <section>
          <h3>Miras tu banco, y decides</h3>
          <p>
            Apruebas solo lo que está en tu cuenta: una captura no prueba nada. Al aprobar, los números salen por correo
            y se pueden deshacer 20 segundos.
          </p>
        </section>
        <section>
          <h3>Haz una compra de prueba</h3>
          <p>
            Cómprate dos boletos desde tu teléfono, recházala aquí y vuelven a la venta: así ves lo que ve tu comprador.
          </p>
        </section>
      </div>
    </aside>
  )
}
