/** Subjects of the journal's deeds, in the order of the filter. */
export const SUBJECTS = {
  compras: 'Compras',
  rifas: 'Rifas',
  cobros: 'Cobros',
  tasas: 'Tasas',
  acceso: 'Equipo y acceso',
  correos: 'Correos',
  sitio: 'Sitio',
} as const
export type Subject = keyof typeof SUBJECTS

interface DeedWords {
  asunto: Subject
  /** Predicate after the actor's name: `Marisela aprobó la compra`. */
  hecho: string
  /** Its distinction at a glance: accepted money, an undone or refused deed. */
  tono?: 'bien' | 'aviso' | 'grave'
}

/**
 * Every deed that the journal may hold, and its words. The table is the type of `appendEntry`: a new deed does not
 * compile until it has its words here. Lines keep the key for ever, so one that is no longer written stays.
 */
export const DEEDS = {
  'compra reportada': { asunto: 'compras', hecho: 'reportó un pago' },
  'compra vendida a mano': { asunto: 'compras', hecho: 'vendió a mano la compra' },
  'compra corregida': { asunto: 'compras', hecho: 'corrigió su reporte' },
  'boletos encontrados': { asunto: 'compras', hecho: 'encontró boletos para la compra', tono: 'bien' },
  'compra aprobada': { asunto: 'compras', hecho: 'aprobó la compra', tono: 'bien' },
  'compra rechazada': { asunto: 'compras', hecho: 'rechazó la compra', tono: 'grave' },
  'compra rechazada por falsa': { asunto: 'compras', hecho: 'rechazó por falsa la compra', tono: 'grave' },
  'compra fuera de la lista': { asunto: 'compras', hecho: 'dejó fuera del sorteo, sin decidir,', tono: 'grave' },
  'compra anulada': { asunto: 'compras', hecho: 'anuló la compra', tono: 'grave' },
  'aprobación deshecha': { asunto: 'compras', hecho: 'deshizo la aprobación', tono: 'aviso' },
  'rechazo deshecho': { asunto: 'compras', hecho: 'deshizo el rechazo', tono: 'aviso' },
  'datos del comprador cambiados': { asunto: 'compras', hecho: 'corrigió los datos del comprador de', tono: 'aviso' },
  'nota escrita': { asunto: 'compras', hecho: 'escribió una nota en la compra' },
  'venta negada': { asunto: 'compras', hecho: 'quiso vender a una persona bloqueada', tono: 'aviso' },
  'persona bloqueada': { asunto: 'compras', hecho: 'bloqueó a una persona', tono: 'aviso' },
  'persona desbloqueada': { asunto: 'compras', hecho: 'desbloqueó a una persona', tono: 'aviso' },
  'compras exportadas': { asunto: 'compras', hecho: 'descargó las compras en un archivo', tono: 'aviso' },
  'diario exportado': { asunto: 'acceso', hecho: 'descargó el diario en un archivo', tono: 'aviso' },
  'libros exportados': { asunto: 'rifas', hecho: 'descargó los libros de la rifa en un archivo', tono: 'aviso' },
  'cierre exportado': { asunto: 'sitio', hecho: 'descargó el cierre de un mes en un archivo', tono: 'aviso' },
  'correo de libros cambiado': { asunto: 'correos', hecho: 'cambió a quién le llegan los libros', tono: 'aviso' },
  'expediente descargado': { asunto: 'rifas', hecho: 'descargó el expediente de la rifa', tono: 'grave' },
  'identidad confirmada': { asunto: 'acceso', hecho: 'confirmó quién es para cambiar lo que leen los compradores' },
  'datos personales borrados': { asunto: 'compras', hecho: 'borró datos personales viejos', tono: 'grave' },
  'motivos de rechazo cambiados': { asunto: 'compras', hecho: 'cambió los motivos de rechazo' },
  'archivos mudados': { asunto: 'sitio', hecho: 'mudó los comprobantes y las imágenes', tono: 'grave' },
  'carpeta adoptada': { asunto: 'sitio', hecho: 'unió esta carpeta de datos a la base de datos', tono: 'grave' },

  'todo descargado': { asunto: 'sitio', hecho: 'descargó una copia de todo', tono: 'grave' },
  'respaldo restaurado': { asunto: 'sitio', hecho: 'restauró un respaldo', tono: 'grave' },

  'rifa creada': { asunto: 'rifas', hecho: 'creó la rifa' },
  'rifa cambiada': { asunto: 'rifas', hecho: 'cambió la rifa' },
  'rifa publicada': { asunto: 'rifas', hecho: 'publicó la rifa', tono: 'bien' },
  'rifa pausada': { asunto: 'rifas', hecho: 'puso en pausa la venta de', tono: 'aviso' },
  'rifa reanudada': { asunto: 'rifas', hecho: 'reanudó la venta de', tono: 'bien' },
  'rifa cerrada': { asunto: 'rifas', hecho: 'cerró la venta de', tono: 'grave' },
  'correcciones terminadas': { asunto: 'rifas', hecho: 'dejó de esperar correcciones de', tono: 'aviso' },
  'regla del sorteo fijada': { asunto: 'rifas', hecho: 'fijó la regla del sorteo de', tono: 'bien' },
  'regla del sorteo quitada': { asunto: 'rifas', hecho: 'quitó la regla del sorteo de', tono: 'aviso' },
  'cierre aplazado': { asunto: 'rifas', hecho: 'aplazó el cierre de', tono: 'grave' },
  'permiso de la rifa cambiado': { asunto: 'rifas', hecho: 'cambió el permiso o la transmisión de' },
  'lista congelada': { asunto: 'rifas', hecho: 'congeló la lista del sorteo de', tono: 'bien' },
  'sorteo aplazado': { asunto: 'rifas', hecho: 'aplazó el sorteo de', tono: 'grave' },
  'resultado escrito': { asunto: 'rifas', hecho: 'escribió lo que salió en la lotería para', tono: 'aviso' },
  'resultado distinto': { asunto: 'rifas', hecho: 'escribió otro resultado que el que esperaba en', tono: 'grave' },
  'resultado rechazado': { asunto: 'rifas', hecho: 'descartó el resultado escrito de', tono: 'aviso' },
  'resultado confirmado': { asunto: 'rifas', hecho: 'confirmó lo que salió en la lotería para', tono: 'bien' },
  'hora confirmada': { asunto: 'sitio', hecho: 'confirmó la hora del servidor', tono: 'grave' },
  'resultado corregido': { asunto: 'rifas', hecho: 'corrigió lo que salió en la lotería para', tono: 'grave' },
  'ronda del faro recibida': { asunto: 'rifas', hecho: 'recibió el azar público de', tono: 'bien' },
  'premio sorteado': { asunto: 'rifas', hecho: 'sorteó un premio de', tono: 'bien' },
  'ganador avisado': { asunto: 'rifas', hecho: 'avisó a quien ganó en' },
  'premio reclamado': { asunto: 'rifas', hecho: 'anotó que reclamaron un premio de', tono: 'bien' },
  'premio entregado': { asunto: 'rifas', hecho: 'anotó que entregó un premio de', tono: 'bien' },
  'premio vencido': { asunto: 'rifas', hecho: 'dio por no reclamado un premio de', tono: 'grave' },
  'estado del premio corregido': { asunto: 'rifas', hecho: 'corrigió el estado de un premio de', tono: 'aviso' },
  'datos de la entrega cambiados': { asunto: 'rifas', hecho: 'cambió las notas o los permisos de un premio de' },
  'confirmación automática cambiada': {
    asunto: 'rifas',
    hecho: 'cambió qué pagos se confirman solos en',
    tono: 'grave',
  },
  'rifa sorteada': { asunto: 'rifas', hecho: 'escribió el resultado de', tono: 'bien' },
  'número ganador escrito': {
    asunto: 'rifas',
    hecho: 'escribió el número ganador, que nadie puede comprobar, de',
    tono: 'aviso',
  },
  'rifa detenida': { asunto: 'rifas', hecho: 'hizo esperar, después de un respaldo,', tono: 'aviso' },
  'rifa seguida': { asunto: 'rifas', hecho: 'dejó seguir, después de un respaldo,', tono: 'grave' },
  'rifa archivada': { asunto: 'rifas', hecho: 'archivó la rifa' },
  'rifa recuperada': { asunto: 'rifas', hecho: 'recuperó la rifa' },
  'imagen de la rifa agregada': { asunto: 'rifas', hecho: 'agregó una imagen a' },
  'imagen de la rifa cambiada': { asunto: 'rifas', hecho: 'cambió una imagen de' },
  'imagen de la rifa quitada': { asunto: 'rifas', hecho: 'quitó una imagen de', tono: 'aviso' },
  'orden de las imágenes cambiado': { asunto: 'rifas', hecho: 'cambió el orden de las imágenes de' },

  'dinero unido': { asunto: 'cobros', hecho: 'unió dinero que llegó a la compra' },
  'dinero separado': { asunto: 'cobros', hecho: 'separó dinero de la compra', tono: 'aviso' },
  'dinero devuelto': { asunto: 'cobros', hecho: 'anotó que devolvió dinero', tono: 'aviso' },
  'dinero ignorado': { asunto: 'cobros', hecho: 'apartó dinero que nadie reportó', tono: 'aviso' },
  'dinero reabierto': { asunto: 'cobros', hecho: 'volvió a abrir dinero que había llegado' },
  'movimiento distinto': { asunto: 'cobros', hecho: 'dijo que un movimiento no es el mismo que otro' },

  'método de pago cambiado': { asunto: 'cobros', hecho: 'cambió dónde pagan', tono: 'aviso' },
  'método de pago creado': { asunto: 'cobros', hecho: 'agregó un método de pago' },
  'método de pago borrado': { asunto: 'cobros', hecho: 'borró un método de pago', tono: 'aviso' },
  'orden de los métodos de pago cambiado': { asunto: 'cobros', hecho: 'cambió el orden de los métodos de pago' },
  'fuente de dinero agregada': { asunto: 'cobros', hecho: 'agregó una fuente de dinero:', tono: 'aviso' },
  'fuente de dinero cambiada': { asunto: 'cobros', hecho: 'cambió la fuente de dinero', tono: 'aviso' },
  'clave de fuente cambiada': { asunto: 'cobros', hecho: 'puso otra clave a la fuente de dinero', tono: 'aviso' },
  'aviso anotado a mano': { asunto: 'cobros', hecho: 'anotó a mano un aviso que no se pudo leer', tono: 'aviso' },
  'aviso descartado': { asunto: 'cobros', hecho: 'descartó un aviso que no se pudo leer' },
  'avisos pegados': { asunto: 'cobros', hecho: 'pegó avisos del banco' },

  'dinero recibido': { asunto: 'cobros', hecho: 'anotó dinero que llegó' },
  'extracto importado': { asunto: 'cobros', hecho: 'importó el extracto' },

  'tasa recibida': { asunto: 'tasas', hecho: 'recibió la tasa' },
  'tasa fijada': { asunto: 'tasas', hecho: 'fijó la tasa', tono: 'aviso' },
  'tasa escrita': { asunto: 'tasas', hecho: 'escribió la tasa a mano', tono: 'aviso' },
  'referencia de la tasa cambiada': { asunto: 'tasas', hecho: 'cambió qué tasa se usa', tono: 'aviso' },

  'entrada al panel': { asunto: 'acceso', hecho: 'entró al panel' },
  'salida del panel': { asunto: 'acceso', hecho: 'salió del panel' },
  'operador creado': { asunto: 'acceso', hecho: 'dio acceso a' },
  'invitación enviada': { asunto: 'acceso', hecho: 'invitó a' },
  'invitación reenviada': { asunto: 'acceso', hecho: 'invitó otra vez a' },
  'invitación retirada': { asunto: 'acceso', hecho: 'retiró la invitación de' },
  'invitación aceptada': { asunto: 'acceso', hecho: 'aceptó la invitación' },
  'rol cambiado': { asunto: 'acceso', hecho: 'cambió el papel de', tono: 'aviso' },
  'acceso quitado': { asunto: 'acceso', hecho: 'quitó el acceso de', tono: 'grave' },
  'acceso devuelto': { asunto: 'acceso', hecho: 'devolvió el acceso de', tono: 'aviso' },
  'acceso frenado': { asunto: 'acceso', hecho: 'frenó intentos de entrar como', tono: 'grave' },
  'segundo factor activado': { asunto: 'acceso', hecho: 'activó su segundo paso', tono: 'bien' },
  'segundo factor quitado': { asunto: 'acceso', hecho: 'quitó el segundo paso', tono: 'aviso' },
  'segundo factor fallido': { asunto: 'acceso', hecho: 'escribió mal un código', tono: 'aviso' },
  'código de recuperación usado': { asunto: 'acceso', hecho: 'usó un código de recuperación', tono: 'aviso' },
  'códigos de recuperación renovados': { asunto: 'acceso', hecho: 'renovó sus códigos de recuperación' },
  'llave de acceso agregada': { asunto: 'acceso', hecho: 'agregó la llave de acceso', tono: 'aviso' },
  'llave de acceso quitada': { asunto: 'acceso', hecho: 'quitó la llave de acceso' },
  'clave cambiada': { asunto: 'acceso', hecho: 'cambió su clave' },
  'clave restablecida': { asunto: 'acceso', hecho: 'puso otra clave por un enlace', tono: 'aviso' },
  'enlace de clave enviado': { asunto: 'acceso', hecho: 'envió un enlace para otra clave a' },
  'enlace de clave creado': { asunto: 'acceso', hecho: 'creó un enlace para otra clave de' },
  'avisos de pagos cambiados': { asunto: 'acceso', hecho: 'cambió sus avisos de pagos nuevos' },
  'nombre cambiado': { asunto: 'acceso', hecho: 'cambió su nombre' },
  'sesiones cerradas': { asunto: 'acceso', hecho: 'cerró sesiones suyas' },

  'correo reenviado': { asunto: 'correos', hecho: 'reenvió un correo' },
  'correos fallidos reenviados': { asunto: 'correos', hecho: 'reenvió los correos que fallaron' },
  'dirección de correo corregida': { asunto: 'correos', hecho: 'corrigió la dirección de un correo' },
  'dirección de correo readmitida': { asunto: 'correos', hecho: 'volvió a admitir una dirección' },
  'carta enviada': { asunto: 'correos', hecho: 'escribió a quienes compraron', tono: 'aviso' },
  'carta detenida': { asunto: 'correos', hecho: 'detuvo el comunicado a quienes compraron', tono: 'aviso' },
  'carta continuada': { asunto: 'correos', hecho: 'continuó el comunicado a quienes compraron' },
  'texto de correo cambiado': { asunto: 'correos', hecho: 'cambió el texto de un correo' },
  'texto de correo restablecido': { asunto: 'correos', hecho: 'volvió al texto original de un correo' },

  'ajustes del sitio cambiados': { asunto: 'sitio', hecho: 'cambió los ajustes del sitio' },
  'ajuste del servidor cambiado': { asunto: 'sitio', hecho: 'cambió', tono: 'aviso' },
  'ajuste del servidor quitado': { asunto: 'sitio', hecho: 'quitó', tono: 'aviso' },
  'noche revisada': { asunto: 'sitio', hecho: 'revisó todo contra el diario' },
  'filas anotadas': { asunto: 'sitio', hecho: 'anotó en el diario todo lo que hay', tono: 'aviso' },
  'libros sellados de nuevo': { asunto: 'sitio', hecho: 'selló de nuevo los libros', tono: 'grave' },
} as const satisfies Record<string, DeedWords>

/** Name of a deed in the journal. */
export type Deed = keyof typeof DEEDS

/** The words of a deed; a line of a version that knew others keeps its own name. */
export function deedWords(accion: string): DeedWords {
  return Object.hasOwn(DEEDS, accion) ? DEEDS[accion as Deed] : { asunto: 'sitio', hecho: `· ${accion}` }
}

/** The deeds of a subject, or the one deed that is named. */
export function deedsOf(what: string): string[] {
  if (!Object.hasOwn(SUBJECTS, what)) return [what]
  return Object.entries(DEEDS)
    .filter(([, words]) => words.asunto === what)
    .map(([deed]) => deed)
}
