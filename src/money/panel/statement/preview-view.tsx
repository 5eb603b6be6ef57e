import { formatCount, formatMoney, type Money } from '#platform/money.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { INVENTED } from '../../source-forms.ts'
import type { StatementPreview } from '../../statement-contract.ts'

/** The recognised file: what it is, its first rows, and what it would bring. */
export function PreviewView({ preview }: { preview: StatementPreview }) {
  return (
    <div className="gap-4 grid">
      <FileHead preview={preview} />
      {preview.filas.length > 0 ? <FirstRows preview={preview} /> : <AsItIs preview={preview} />}
      {preview.mapa === null ? null : <Counts preview={preview} />}
      <div className="stack statement-notes">
        {preview.mapa === null ? (
          <Notice level="aviso" title="No se reconocen las columnas">
            Di abajo cuál es la fecha, cuál el monto y cuál la referencia. Se recuerda para esta cuenta.
          </Notice>
        ) : null}
        {preview.avisos.map((text) => (
          <Notice key={text} level="aviso" title="Mira esto">
            {text}
          </Notice>
        ))}
        <Rows
          one="Una fila sin leer"
          many="filas sin leer"
          rows={preview.rechazadas.map(({ fila, razon }) => [fila, razon])}
          count={preview.cuentas.rechazados}
        />
        {/* Rows taken for a balance, or for no money of this account: a payment among them must be seen. */}
        <Rows
          one="Una fila quedó aparte"
          many="filas quedaron aparte"
          rows={preview.omitidas.map(({ fila, texto }) => [fila, texto])}
          count={preview.omitidas.length}
        />
      </div>
    </div>
  )
}

function FileHead({ preview }: { preview: StatementPreview }) {
  const { archivo, formato, mapa, mapa_de, cuenta, desde, hasta } = preview
  const days = desde && hasta && [...new Set([desde, hasta])].map(shortDay).join(' al ')
  const facts = [
    mapa && mapa.cabecera > 0 ? `Los títulos están en la fila ${mapa.cabecera}` : '',
    mapa?.fechas === 'mda' ? 'Fechas: primero el mes' : '',
    cuenta.coincide ? `Cuenta ····\u00a0${cuenta.terminada_en}` : '',
    days,
  ].filter(Boolean)
  return (
    <div className="row-top gap-3">
      <span className="square fixed soft round raised centre">
        <Icon name="file" />
      </span>
      <div className="grow">
        <strong className="breaks">{archivo.nombre}</strong>
        <p className="compact">{mapa ? `Formato: ${formato.titulo}` : formato.titulo}</p>
        {facts.length > 0 ? <p className="soft compact">{facts.join(' · ')}</p> : null}
        {mapa_de === 'banco' || mapa_de === 'formato' ? <p className="soft compact">{INVENTED}</p> : null}
      </div>
    </div>
  )
}

function FirstRows({ preview }: { preview: StatementPreview }) {
  return (
    <section aria-label="Primeras filas">
      <ul className="statement-first lines compact">
        {preview.filas.slice(0, 4).map(({ fila, dia, referencia, concepto, sentido, monto }) => (
          <li key={fila}>
            <span className="cut">{concepto || 'Sin descripción'}</span>
            <strong className={sentido === 'debito' ? 'soft' : undefined}>
              {sentido === 'debito' ? '−' : ''}
              {formatMoney(monto as Money, preview.moneda)}
            </strong>
            <span className="soft cut">{referencia || 'Sin referencia'}</span>
            <span className="soft">
              {shortDay(dia)} · fila {fila}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The file without its meaning, while nobody knows it. */
function AsItIs({ preview }: { preview: StatementPreview }) {
  if (preview.muestra.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keys
    <section className="statement-rows round-3 scrolls-x compact edge" aria-label="El archivo como es" tabIndex={0}>
      <table>
        <tbody>
          {preview.muestra.map(({ fila, celdas }) => (
            <tr key={fila}>
              <th scope="row">{fila}</th>
              {celdas.map((celda, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={at}>{celda}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const SHARES = [
  ['nuevos', 'Nuevas'],
  ['conocidos', 'Ya avisadas por otra fuente'],
  ['repetidos', 'Ya importadas'],
  ['esperan', 'Esperan tu respuesta'],
  ['rechazados', 'No se pudieron leer'],
] as const

/** One bar of all rows, and a legend of its colours. Of the refused ones, those that wait for an answer are apart. */
function Counts({ preview }: { preview: StatementPreview }) {
  const { sumas, cantidades, moneda, preguntas } = preview
  const asked = preguntas.reduce((sum, { filas }) => sum + filas, 0)
  const esperan = Math.min(preview.cuentas.rechazados, asked)
  const cuentas = { ...preview.cuentas, esperan, rechazados: preview.cuentas.rechazados - esperan }
  const shown = SHARES.filter(([share]) => cuentas[share] > 0 || share === 'nuevos')
  const beside = [
    ['Aparte, sin contar', formatCount(cuentas.omitidos)],
    ['Posibles repetidas', formatCount(cuentas.posibles)],
    [`Entraron ${formatCount(cantidades.creditos)}`, formatMoney(sumas.creditos as Money, moneda)],
    [`Salieron ${formatCount(cantidades.debitos)}`, formatMoney(sumas.debitos as Money, moneda)],
  ].filter(([, value]) => value !== '0')
  return (
    <div className="stack">
      <div className="shares" aria-hidden="true">
        {shown.map(([share]) =>
          cuentas[share] > 0 ? (
            <span key={share} className={`statement-${share}`} style={{ flexGrow: cuentas[share] }} />
          ) : null,
        )}
      </div>
      <dl className="stack gap-1 compact">
        {shown.map(([share, name]) => (
          <div key={share} className="row">
            <dt className="row grow">
              <span className={`key statement-${share}`} aria-hidden="true" />
              {name}
            </dt>
            <dd>{formatCount(cuentas[share])}</dd>
          </div>
        ))}
        <div className="row line-above pad-start-1">
          <dt className="grow">Filas leídas</dt>
          <dd>{formatCount(cuentas.leidos)}</dd>
        </div>
        {beside.map(([name, value]) => (
          <div key={name} className="row soft">
            <dt className="grow">{name}</dt>
            <dd className="whole">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Rows of the file by their number with their message, the first fifty. */
function Rows(props: { one: string; many: string; rows: [fila: number, said: string][]; count: number }) {
  const { one, many, rows, count } = props
  if (rows.length === 0) return null
  return (
    <details className="statement-fold">
      <summary className="target row strong compact">{count === 1 ? one : `${formatCount(count)} ${many}`}</summary>
      <ul className="stack gap-1 compact">
        {rows.slice(0, 50).map(([fila, said]) => (
          <li key={fila}>
            <strong>Fila {fila}</strong> <span className="soft">{said}</span>
          </li>
        ))}
        {count > 50 ? <li className="soft">Y {formatCount(count - 50)} más.</li> : null}
      </ul>
    </details>
  )
}

/** `12/06` */
const shortDay = (day: string) => day.slice(5).split('-').reverse().join('/')
