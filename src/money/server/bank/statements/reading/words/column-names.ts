import type { StatementField } from '../../../../../statement-map.ts'

const named = (names: string) => names.split('|')

/** Names that banks give a column, best first: with them the statement of an unknown bank mostly reads by itself. */
export const ALIASES: Record<StatementField | 'saldo' | 'lugar', readonly string[]> = {
  fecha: named(
    'fecha|fecha operacion|fecha de operacion|f operacion|fecha movimiento|fecha del movimiento|fecha de movimiento|fecha transaccion|fecha de transaccion|fecha de la transaccion|fecha mov|fecha hora|fecha y hora|fecha contable|fecha proceso|fecha efectiva|dia|date|posting date|transaction date|transaction time|fecha valor|f valor',
  ),
  hora: named('hora|hora operacion|hora de operacion|hora movimiento|hora transaccion|time'),
  referencia: named(
    'referencia|nro referencia|numero de referencia|numero referencia|n referencia|no referencia|num referencia|nro de referencia|referencia bancaria|ref|nro ref|num ref|numero ref|n ref|no ref|ref nro|nro de ref|n de referencia|numero de transaccion|nro transaccion|numero transaccion|n doc|no doc|nro doc|nro documento|numero de documento|numero documento|n documento|documento|numero de operacion|nro operacion|numero operacion|reference|transaction number|transaction id|order id|nro de operacion|n operacion|nro op|id operacion|id de operacion|id transaccion|id de transaccion|id de orden|nro comprobante|numero de comprobante|nro confirmacion|numero de confirmacion|ref bancaria|ref operacion|codigo de referencia|comprobante|confirmacion|secuencial|numero|nro',
  ),
  referencia_otra: named('referencia 2|segunda referencia|referencia del ordenante|referencia origen|referencia b'),
  descripcion: named(
    'descripcion|concepto|descripcion del movimiento|descripcion de la operacion|descripcion de la transaccion|descripcion transaccion|detalle|detalles|detalle del movimiento|observacion|observaciones|transaccion|operacion|movimiento|description|details|memo',
  ),
  monto: named('monto|importe|monto de la operacion|monto operacion|monto transaccion|valor|amount|gross'),
  credito: named(
    'credito|creditos|abono|abonos|haber|ingreso|ingresos|monto credito|monto haber|monto abono|deposito|depositos|entrada|entradas|credit',
  ),
  debito: named(
    'debito|debitos|cargo|cargos|debe|egreso|egresos|monto debito|monto debe|monto cargo|retiro|retiros|salida|salidas|debit',
  ),
  tipo: named(
    'tipo|tipo movimiento|tipo de movimiento|tipo mov|tipo transaccion|tipo de transaccion|tipo operacion|tipo de operacion|mov|d c|c d|dc|d h|db cr|dr cr|debito credito|credito debito|debe haber|cargo abono|signo|sentido|clase|naturaleza|type|transaction type|credit debit|debit credit',
  ),
  banco: named('banco|banco emisor|banco origen|banco de origen|banco ordenante|codigo banco'),
  telefono: named('telefono|telefono origen|telefono emisor|telefono de origen|telefono ordenante|celular|telf|tlf'),
  cedula: named(
    'cedula|rif|cedula rif|cedula o rif|ci rif|identificacion|documento de identidad|cedula origen|cedula ordenante',
  ),
  nombre: named(
    'nombre|ordenante|nombre ordenante|nombre del ordenante|emisor|pagador|remitente|cliente|name|counterparty',
  ),
  estado: named(
    'estado|estatus|status|situacion|estado de la operacion|estatus de la operacion|estado operacion|estado transaccion|estado de la transaccion|estatus transaccion|transaction status|state|resultado|resultado de la operacion|respuesta',
  ),
  moneda: named(
    'moneda|cod moneda|codigo moneda|codigo de moneda|tipo de moneda|divisa|currency|moneda operacion|moneda de la operacion|coin|asset',
  ),
  cuenta: named(
    'cuenta|cta|nro cta|numero de cta|ccc|producto|cuenta cliente|cuenta destino|nombre de la cuenta|tipo de cuenta|nro cuenta|nro de cuenta|numero cuenta|numero de cuenta|n cuenta|no cuenta|cuenta bancaria|account|account number',
  ),
  saldo: named('saldo|balance|saldo disponible|saldo contable|saldo final'),
  lugar: named(
    'oficina|agencia|sucursal|canal|caja|cajero|terminal|lote|linea|item|mes|n|no|office|branch|channel|line|network|red',
  ),
}
