import { type ReactNode, useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { SelectField } from '#platform/panel/parts/field.tsx'
import type { ColumnMap, StatementPreview } from '../../statement-contract.ts'
import { STATEMENT_FIELDS, type StatementField } from '../../statement-map.ts'

const NAMES: Record<StatementField, string> = {
  fecha: 'Fecha',
  hora: 'Hora',
  referencia: 'Referencia',
  referencia_otra: 'Otra referencia',
  descripcion: 'Descripción',
  monto: 'Monto, con signo',
  credito: 'Lo que entró',
  debito: 'Lo que salió',
  tipo: 'Si entró o salió',
  banco: 'Banco de quien pagó',
  telefono: 'Teléfono de quien pagó',
  cedula: 'Cédula de quien pagó',
  nombre: 'Nombre de quien pagó',
  estado: 'Estado',
  moneda: 'Moneda',
  cuenta: 'Tu cuenta',
}

/** Fields that a statement needs, and those that nearly all have; the others are in a fold of their own. */
const FIRST: readonly StatementField[] = ['fecha', 'monto', 'credito', 'debito', 'referencia', 'descripcion']
const OTHERS = STATEMENT_FIELDS.filter((field) => !FIRST.includes(field))

/** Meaning of each column, and the bank's form of amounts and dates: changed, it is tried again on the same file. */
export function ColumnsForm(props: { preview: StatementPreview; pending: boolean; onTry: (mapa: ColumnMap) => void }) {
  const { preview } = props
  const [mapa, setMapa] = useState<ColumnMap>(
    preview.mapa ?? { cabecera: 0, columnas: {}, montos: 'auto', fechas: 'auto' },
  )
  const names = namesOf(preview, mapa.cabecera)
  const choose = (field: StatementField, value: string) => {
    const { [field]: _, ...others } = mapa.columnas
    setMapa({ ...mapa, columnas: value === '' ? others : { ...others, [field]: Number(value) } })
  }
  const { fecha, monto, credito, debito } = mapa.columnas
  const lacks =
    fecha === undefined
      ? 'Falta decir cuál es la fecha.'
      : (monto ?? credito ?? debito) === undefined
        ? 'Falta decir cuál es el monto, o lo que entró.'
        : ''
  const column = (field: StatementField) => (
    <SelectField
      key={field}
      options={[['', 'Ninguna'], ...names.map((name, at) => [at, name] as const)]}
      label={NAMES[field]}
      value={mapa.columnas[field] ?? ''}
      onChange={(event) => choose(field, event.target.value)}
    />
  )
  return (
    <Fold title="Columnas" open={preview.mapa === null}>
      <form
        className="stack gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          props.onTry(mapa)
        }}
      >
        <div className="statement-fields gap-3 grid">
          <SelectField
            label="Fila con los nombres"
            options={[
              [0, 'No tiene'],
              ...preview.muestra.map(
                ({ fila, celdas }) => [fila, `${fila}: ${celdas.filter(Boolean).join(', ').slice(0, 50)}`] as const,
              ),
            ]}
            value={mapa.cabecera}
            onChange={(event) => setMapa({ ...mapa, cabecera: Number(event.target.value) })}
          />
          {FIRST.map(column)}
          <SelectField
            label="Un monto como 1.234 es"
            options={[
              ['auto', 'No se sabe: se pregunta'],
              ['coma', 'Mil doscientos: 1.234,56'],
              ['punto', 'Al revés: 1,234.56'],
            ]}
            value={mapa.montos}
            onChange={(event) => setMapa({ ...mapa, montos: event.target.value as ColumnMap['montos'] })}
          />
          <SelectField
            label="Una fecha como 03/04 es"
            options={[
              ['auto', 'Lo que digan todas las filas'],
              ['dma', '3 de abril'],
              ['mda', '4 de marzo'],
            ]}
            value={mapa.fechas}
            onChange={(event) => setMapa({ ...mapa, fechas: event.target.value as ColumnMap['fechas'] })}
          />
        </div>
        <Fold
          title="Otras columnas: hora, banco, teléfono y cédula de quien pagó"
          open={OTHERS.some((field) => mapa.columnas[field] !== undefined)}
        >
          <div className="statement-fields gap-3 grid">{OTHERS.map(column)}</div>
        </Fold>
        {lacks === '' ? null : <p className="soft small">{lacks}</p>}
        <Button
          text="Probar con estas columnas"
          className="target"
          type="submit"
          pending={props.pending}
          disabled={lacks !== ''}
        />
      </form>
    </Fold>
  )
}

/** Contents that exist only while it is open. @param open at first */
function Fold(props: { title: string; open: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(props.open)
  return (
    <details className="statement-fold" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="target row strong compact">{props.title}</summary>
      {open ? props.children : null}
    </details>
  )
}

/** Each column by its name in that row, and by its letter, as a spreadsheet calls it. */
function namesOf({ muestra, columnas }: StatementPreview, cabecera: number): string[] {
  const row = muestra.find(({ fila }) => fila === cabecera)?.celdas
  const width = Math.max(columnas.length, ...muestra.map(({ celdas }) => celdas.length))
  return Array.from({ length: width }, (_, at) => {
    const letter = at < 26 ? String.fromCharCode(65 + at) : String(at + 1)
    const name = row?.[at] || (row ? '' : (muestra[0]?.celdas[at] ?? ''))
    return name ? `${letter} · ${name}` : letter
  })
}
