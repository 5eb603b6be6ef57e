/** Names an account: by its kind, or by a part of its number. */
export const ACCOUNT_NAME =
  /(?<!\b(estado de|(de|en) (la|su|tu)|su|tu) )\b(cuentas?|ctas?|accounts?|ahorros?|corriente)\b|[*x•]{2}[ -]?\d/

/** Lines of a page, sums, who holds the account, days, amounts, and words of titles that are nothing but its movements, or its money in. */
const ORDINARY =
  /^(pag(ina)?|page|hoja|suma|van|vienen?|continua|transporte|cantidad|registros?|(sub ?)?total(es)?|disponible)\b.*|^(titular|cliente|nombre|rif|ced(ula)?|usuario|telefono|direccion|oficina|agencia|fecha|hora|periodo|concepto|referencia|descripcion|ordenante|beneficiario|emitido|impreso|generado)\b.*:.*|\d{1,4}[-/.]\d\d?[-/.]\d{1,4}|\d[\d.]*,\d\d\b|\b(20\d\d|estado|cuenta|los|las|del|por|con|and|the|pag(ina)?|page|hoja|movimientos?|operacion(es)?|transaccion(es)?|transactions|detalles?|relacion|listado|consulta|reporte|historial|historicos?|ultim[oa]s|posted|(confirmad|completad|procesad|liquidad|contabilizad|efectuad|realizad|registrad|bancari|recibid|acreditad|abonad)[oa]s?|pagos? (movil(es)?|recibidos?)|(otr[oa]s )?((abon|ingres|deposit|credit)os?|entradas?|credits?|deposits?)|otros bancos?|notas?|transferencias?|inmediat[oa]s|mes|dia|ano|periodo|fecha|desde|hasta|hoy|ayer|(lun|mart|miercol|juev|viern)es|sabado|domingo|(ene|febre)ro|marzo|abril|mayo|ju[nl]io|agosto|(septiem|setiem|octu|noviem|diciem)bre|moneda|nacional|bolivares|ves)\b/g

/** Whether a line between rows leaves open nothing about those below it. @param line as plainWord makes it. */
export const isOrdinary = (line: string) =>
  !ACCOUNT_NAME.test(line) && !/[a-z]{3}|\d{4}/.test(line.replace(ORDINARY, ' '))
