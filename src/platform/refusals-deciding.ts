import type { Catalogue } from './refusal-catalogue.ts'

export const DECIDING = {
  // Reviewing, mail, raffles
  VERSION_VIEJA: [409, 'Esta compra cambió', 'Mira cómo quedó y decide si todavía quieres tu cambio.'],
  LA_REVISA_OTRO: [
    409,
    'La está revisando otra persona',
    'Espera a que la decida o la suelte: se libera sola a los 2 minutos.',
  ],
  TIENE_AVISOS: [409, 'Tiene avisos'],
  MOTIVO_NECESARIO: [422, 'Falta el motivo'],
  REFERENCIA_YA_CONFIRMADA: [
    409,
    'Ese pago ya confirmó otra compra',
    'Otra compra confirmada tiene la misma referencia. Si son dos pagos, une a cada compra el dinero que llegó por ella.',
  ],
  PERSONA_BLOQUEADA: [
    409,
    'No se le vende a esa persona',
    'El equipo la bloqueó. Devuélvele el efectivo; si pagó a una cuenta, déjala en revisión.',
  ],
  YA_BLOQUEADA: [409, 'Ya está bloqueada'],
  DEMASIADOS_BLOQUEOS: [409, 'La lista está llena'],
  PERSONA_YA_PARTICIPA: [409, 'Esa persona ya participa'],
  PAGO_PARECIDO: [409, 'Puede ser el mismo pago'],
  // One payment pays one purchase, even if its bank prints it under two numbers: a person decides whether they are two.
  PUEDE_SER_REPETIDO: [
    409,
    'Puede ser el mismo pago',
    'El banco lo dice dos veces, y puede ser un solo pago. Míralo en tu cuenta: si de verdad son dos, toca primero «Es otro pago».',
  ],
  YA_NO_ES_EXACTO: [
    409,
    'Ya no es exacto',
    'Desde que lo viste llegó otro reporte o más dinero que se le parece. Míralo y decide tú.',
  ],
  YA_NO_ES_SU_PAGO: [
    409,
    'Ese pago puede ser de otro',
    'Desde que lo viste otro reporte dice ser ese pago, o se usó, todo o en parte. No se aprobó nada: mira lo que dice el banco ahora.',
  ],
  OTRA_MONEDA: [409, 'Es otra moneda', 'Ese dinero llegó en otra moneda que la que pide la compra.'],
  SE_COBRO_EN_EFECTIVO: [409, 'Se cobró en efectivo'],
  YA_ESTA_PAGADA: [
    409,
    'Ya está pagada',
    'A esa compra no le falta nada. Si le llegó de más, escribe cuánto de ese dinero es suyo.',
  ],
  LO_UNIDO_CAMBIO: [
    409,
    'Cambió lo que tiene unido',
    'Desde que lo viste se le unió o se le separó dinero a esa compra. No se unió nada ahora: mira cómo está.',
  ],
  YA_NO_SE_DESHACE: [409, 'Ya no se puede deshacer', 'Sus 20 segundos ya pasaron, o sus boletos volvieron a la venta.'],
  COMPROBANTE_ILEGIBLE: [415, 'No se puede mostrar'],
  COMPROBANTE_EN_COLA: [503, 'El comprobante se está preparando', 'Espera unos segundos, o descarga el original.', 3],
  DEMASIADAS_NOTAS: [409, 'No caben más notas'],
  CORREO_CANCELADO: [409, 'Este correo se canceló', 'Lo que dice ya no es cierto, así que no sale.'],
  CORREO_SUPERADO: [
    409,
    'Este correo ya no vale',
    'La compra cambió después: lo que dice ya no es cierto, así que no se envía otra vez.',
  ],
  CORREO_RESERVADO: [
    409,
    'Este correo no se guarda',
    'Llevaba un enlace personal. Pide otro donde se creó: en Equipo, o al entrar con «Olvidé mi clave».',
  ],
  CORREO_SUPRIMIDO: [
    409,
    'Esa dirección no recibe',
    'El servidor dijo que no existe. Corrígela, o reenvía un correo si sabes que ya funciona.',
  ],
  CORREO_NO_CORREGIBLE: [
    409,
    'La dirección de este correo no se cambia aquí',
    'Solo se corrigen los correos de una compra que no llegaron.',
  ],
  CARTA_SIN_NADIE: [409, 'No hay a quién escribir', 'Ninguna de esas personas tiene un correo que funcione.'],
  CARTA_SIN_PRUEBA: [
    409,
    'Envíate primero la prueba',
    'Mírala como llega, con estas mismas palabras, y después envíala a todos.',
  ],
  CARTA_REPETIDA: [
    409,
    'Este comunicado ya salió hoy',
    'Tiene las mismas palabras que otra de esta rifa. Mírala en la lista; si hace falta otra, cambia el texto.',
  ],
  CORREO_VENCIDO: [409, 'Su momento ya pasó', 'Lo que dice ya no le sirve a quien lo recibe.'],
  CORREO_DETENIDO: [409, 'Su comunicado está detenido', 'Continúa el comunicado para que salga.'],
  CORREO_EN_CAMINO: [409, 'Este correo está saliendo', 'Espera unos minutos y mira cómo le fue.'],
  RIFA_NO_ES_BORRADOR: [409, 'La rifa no es un borrador'],
  CAMPO_BLOQUEADO: [409, 'Eso ya no se puede cambiar'],
  REGLA_FIJA: [409, 'La regla ya no cambia'],
  LO_DICE_LA_REGLA: [409, 'Lo dice la regla del sorteo'],
  CIERRE_PASADO: [
    409,
    'La hora de cierre ya pasó',
    'La regla del sorteo cierra las ventas en un momento que ya pasó. Cambia la regla y publícala entonces.',
  ],
  LISTA_ALTERADA: [
    500,
    'La lista no es la que se congeló',
    'Alguien la cambió en la base de datos. Quien cuida el servidor la recupera de un respaldo.',
  ],
  IMAGEN_INVALIDA: [422, 'Falta la imagen'],
  IMAGENES_EN_COLA: [503, 'Estamos preparando otras imágenes', 'Espera unos segundos y vuelve a intentar.', 5],
  DEMASIADAS_IMAGENES: [409, 'Ya hay 7 imágenes', 'Quita una para agregar otra.'],
  IMAGENES_CAMBIARON: [
    409,
    'Las imágenes cambiaron',
    'Otra persona agregó o quitó una. Mira cómo quedaron y ordénalas de nuevo.',
  ],
  // Money that came in
  MOVIMIENTO_USADO: [
    409,
    'Ese dinero ya está usado',
    'Lo que llegó en ese movimiento ya paga otra compra, o alguien lo devolvió o lo apartó. Vuelve a mirar la lista.',
  ],
  AVISO_DECIDIDO: [409, 'Alguien ya lo decidió', 'Otra persona anotó o descartó este aviso antes que tú.'],
  EXTRACTO_SIN_ARCHIVO: [422, 'Falta el extracto', 'Elige el archivo que descargaste del banco.'],
  EXTRACTO_OTRA_CUENTA: [409, 'Este extracto es de otra cuenta'],
  EXTRACTO_SIN_COLUMNAS: [
    422,
    'No se reconocen las columnas',
    'Di en Columnas cuál es la fecha, cuál el monto y cuál la referencia, y vuelve a intentar. Se recuerda para la próxima vez.',
  ],
  EXTRACTO_TODO_APARTE: [422, 'Ninguna fila es dinero de esta cuenta'],
  EXTRACTO_XLS: [
    422,
    'Este Excel es de los viejos, o tiene clave',
    'Ábrelo en Excel, en Google Sheets o en LibreOffice, elige Guardar como y el tipo «Libro de Excel (.xlsx)», sin clave, y sube ese archivo.',
  ],
  EXTRACTO_PDF: [
    422,
    'Un PDF no se puede leer con seguridad',
    'Descarga los mismos movimientos en Excel, CSV o TXT: el banco los ofrece donde ofrece el PDF.',
  ],
  EXTRACTO_IMAGEN: [
    422,
    'Este archivo es una foto o un video, no un extracto',
    'Descarga los movimientos de la página del banco en Excel (.xlsx), CSV o TXT.',
  ],
  EXTRACTO_ZIP: [
    422,
    'Este archivo es un ODS o un zip',
    'Ábrelo, guarda el extracto como Excel (.xlsx) o CSV, y sube ese archivo.',
  ],
  EXTRACTO_DATOS: [
    422,
    'Este archivo es XML o JSON, y así no se lee un extracto',
    'Descarga los mismos movimientos en Excel (.xlsx), CSV o TXT.',
  ],
  EXTRACTO_PAGINA: [
    422,
    'Este archivo es una página sin movimientos',
    'Quizá venció tu sesión en el banco. Entra otra vez y descarga el extracto en Excel (.xlsx), CSV o TXT.',
  ],
  EXTRACTO_COMPRIMIDO: [
    422,
    'Este archivo no es lo que dice ser',
    'Se abre a un tamaño que ningún extracto tiene, o trae instrucciones dentro. Descárgalo otra vez de la página del banco.',
  ],
  EXTRACTO_LINEA_LARGA: [
    422,
    'Este archivo tiene una línea que no termina',
    'No es un extracto, o se dañó al bajar. Descárgalo otra vez de la página del banco.',
  ],
  EXTRACTO_MUY_ANCHO: [
    422,
    'Este archivo tiene demasiadas columnas',
    'Un extracto tiene unas diez, y se leen hasta 200. Descárgalo otra vez de la página del banco.',
  ],
  EXTRACTO_MUY_LARGO: [
    422,
    'Este archivo tiene demasiadas filas',
    'Se leen hasta 150.000 a la vez. Descarga el extracto por meses e importa cada uno.',
  ],
  EXTRACTO_VACIO: [
    422,
    'Este archivo no tiene movimientos',
    'Elige en la página del banco las fechas que quieres y descárgalo otra vez.',
  ],
  EXTRACTO_ILEGIBLE: [
    422,
    'No se puede leer este archivo',
    'Está dañado, o no es un extracto. Descárgalo otra vez en Excel (.xlsx), CSV o TXT, y súbelo sin abrirlo antes.',
  ],
  EXTRACTO_PESADO: [
    422,
    'Este archivo pide demasiado',
    'Leerlo toma más tiempo o memoria que ningún extracto. Descárgalo otra vez, por semanas si es muy largo.',
  ],
  EXTRACTO_EN_COLA: [
    503,
    'Se están leyendo otros extractos',
    'Espera unos segundos e intenta de nuevo. Nada se importó de este.',
    5,
  ],
} satisfies Catalogue
