/**
 * Downloads of what a list shows. They are links, so that the browser itself takes a large file as it comes.
 * @param query the list's filters, as its address has them.
 */
export function ExportLinks({ what, query }: { what: 'compras' | 'diario'; query: string }) {
  const path = `/api/panel/exportar/${what}?${query === '' ? '' : `${query}&`}formato=`
  return (
    <>
      <a className="btn" href={`${path}xlsx`} download aria-label="Exportar a Excel">
        Excel
      </a>
      <a className="btn" href={`${path}csv`} download aria-label="Exportar a CSV">
        CSV
      </a>
    </>
  )
}
