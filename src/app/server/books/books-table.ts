import type { SealedTable, SealedTables } from '#journal/server/row-seal.ts'
import type { Tables } from '#platform/server/db/tables.ts'

/**
 * How the books keep a column true when somebody writes the database behind the product's back:
 *
 * - `sello`: sealed with its row at every write, compared by the audit. `sello parte` puts it into a part of its own, for what
 *   changes often in a row that is large.
 * - `cuenta: …` recounted by the audit from other rows that are sealed, and where.
 * - `no: …` a change does no harm, and why.
 *
 * A new table or column does not compile until it has its entry; what is true of it is to be decided, not forgotten.
 */
type Kept = 'sello' | `sello ${string}` | `cuenta: ${string}` | `no: ${string}`

interface TableBooks<Table> {
  key: readonly (keyof Table & string)[]
  /** The key says something of a person: the books know its rows by a seal of the key. */
  hidesKey?: true
  /** Compared every few minutes: what buyers are shown, and who may enter. */
  watched?: true
  columns: { [Column in keyof Table]-?: Kept }
}

const COUNTED_STOCK = 'cuenta: auditTickets, de las reservas y los números'
const COUNTED_COUNTS = 'cuenta: auditCounts, de las compras'
const COUNTED_WINDOWS = 'cuenta: auditPurchases, de las referencias'
const CHAIN = 'cuenta: verifyChains'
const BOOKS = 'cuenta: verifySeals, con la llave'
const LIMIT = 'no: solo frena intentos, y se vacía solo'
const CLAIM = 'no: quién mira un pago durante unos minutos'
const SHOWN_ONLY = 'no: solo dice cuándo, a quien lo mira'
const FOUND_BY = 'no: se busca por él; lo que se encuentra está sellado'
const WORK = 'no: estado de un trabajo que se repite si hace falta'
const REFUSED = 'no: historia de tasas que no se aceptaron'
const NOTICE = 'no: cada cuánto se avisa que hay pagos por revisar'
const ANSWER = 'no: la misma respuesta a quien repite su llave, por unos días'
const LIKENESS = 'no: se calcula del archivo, que está sellado'

export const BOOKS_TABLE: { [Name in keyof Tables]: TableBooks<Tables[Name]> } = {
  installation: { key: ['id'], columns: { id: 'no: con otra no arranca', identidad: 'no: con otra no arranca' } },
  installation_key: { key: ['id'], columns: { id: 'no: sin su llave no abre', huella: 'no: sin su llave no abre' } },
  readiness: {
    key: ['id'],
    columns: { id: 'no: solo se escribe para ver si se puede', en: 'no: solo se escribe para ver si se puede' },
  },
  spent_work: {
    key: ['id'],
    columns: {
      id: 'no: trabajo que ya se usó, por unos minutos',
      vence_en: 'no: trabajo que ya se usó, por unos minutos',
    },
  },
  journal: {
    key: ['id'],
    columns: {
      id: 'sello',
      ambito: 'sello',
      numero: 'sello',
      en: 'sello',
      actor: 'sello',
      accion: 'sello',
      rifa_id: 'sello',
      compra_id: 'sello',
      datos: 'sello',
      hash: 'sello',
    },
  },
  journal_heads: { key: ['ambito'], columns: { ambito: CHAIN, numero: CHAIN, hash: CHAIN } },
  seals: {
    key: ['orden'],
    columns: {
      orden: BOOKS,
      cadena: BOOKS,
      numero: BOOKS,
      filas: BOOKS,
      cuantas: BOOKS,
      vigilada: BOOKS,
      sello: BOOKS,
    },
  },
  seal_heads: { key: ['cadena'], columns: { cadena: BOOKS, numero: BOOKS, sello: BOOKS } },

  outbox: {
    key: ['id'],
    columns: {
      id: 'sello',
      clave: 'sello',
      para: 'sello',
      para_nombre: 'sello',
      asunto: 'sello',
      texto: 'sello',
      html: 'sello',
      compra_id: 'sello',
      estado: 'sello envio',
      intentos: WORK,
      reenvios: WORK,
      creado_en: 'sello',
      proximo_en: 'sello envio',
      arrendado_hasta: WORK,
      enviado_en: 'sello envio',
      ultimo_error: 'no: palabras del servidor de correo',
      reservado: 'sello',
      superado: 'sello envio',
      buzon: 'no: solo para contar; se calcula de la dirección, que está sellada',
    },
  },
  mail_suppressions: {
    key: ['correo'],
    hidesKey: true,
    columns: { correo: 'sello', motivo: 'sello', correo_id: 'sello', en: 'sello' },
  },
  mail_texts: {
    key: ['clave'],
    watched: true,
    columns: {
      clave: 'sello',
      asunto: 'sello',
      titulo: 'sello',
      cuerpo: 'sello',
      pie: 'sello',
      version: 'sello',
      cambiado_en: 'sello',
      cambiado_por: 'sello',
    },
  },

  operators: {
    key: ['id'],
    watched: true,
    columns: {
      id: 'sello',
      nombre: 'sello',
      correo: 'sello',
      clave_hash: 'sello',
      rol: 'sello',
      totp_secreto: 'sello',
      totp_pendiente: 'sello',
      totp_paso: 'no: una clave de una vez que se usó; volver atrás no da códigos nuevos',
      totp_usados: 'no: una clave de una vez que se usó; volver atrás no da códigos nuevos',
      creado_en: 'sello',
      entrada_en: SHOWN_ONLY,
      baja_en: 'sello',
    },
  },
  operator_recovery_codes: {
    key: ['operador_id', 'codigo_hash'],
    watched: true,
    columns: { operador_id: 'sello', codigo_hash: 'sello' },
  },
  operator_sessions: {
    key: ['token_hash'],
    columns: {
      token_hash: 'sello',
      operador_id: 'sello',
      creado_en: 'sello',
      usado_en: SHOWN_ONLY,
      caduca_en: 'sello',
      id: 'sello',
      ip: 'sello',
      equipo: 'sello',
    },
  },
  operator_devices: {
    key: ['token_hash'],
    columns: { token_hash: LIMIT, operador_id: LIMIT, usado_en: LIMIT },
  },
  operator_invitations: {
    key: ['id'],
    watched: true,
    columns: {
      id: 'sello',
      correo: 'sello',
      rol: 'sello',
      token_hash: 'sello',
      invita: 'sello',
      creado_en: 'sello',
      caduca_en: 'sello',
    },
  },
  operator_password_links: {
    key: ['operador_id'],
    watched: true,
    columns: { operador_id: 'sello', token_hash: 'sello', caduca_en: 'sello' },
  },
  operator_passkeys: {
    key: ['id'],
    watched: true,
    columns: {
      id: 'sello',
      operador_id: 'sello',
      clave_publica: 'sello',
      contador: 'no: cuenta los usos; la firma se comprueba con la clave pública',
      transportes: 'sello',
      nombre: 'sello',
      creado_en: 'sello',
      usado_en: SHOWN_ONLY,
    },
  },
  operator_challenges: {
    key: ['reto_hash'],
    columns: {
      reto_hash: 'no: dura minutos, y sin la llave del operador no abre nada',
      operador_id: 'no: dura minutos, y sin la llave del operador no abre nada',
      para: 'no: dura minutos, y sin la llave del operador no abre nada',
      caduca_en: 'no: dura minutos, y sin la llave del operador no abre nada',
    },
  },
  guess_limits: { key: ['clave'], columns: { clave: LIMIT, lleno_hasta: LIMIT } },

  rates: {
    key: ['id'],
    watched: true,
    columns: {
      id: 'sello',
      referencia: 'sello',
      tasa: 'sello',
      fecha_valor: 'sello',
      fuente: 'sello',
      obtenida_en: 'sello',
    },
  },
  rate_settings: {
    key: ['id'],
    watched: true,
    columns: {
      id: 'sello',
      referencia: 'sello',
      fija: 'sello',
      fija_en: 'sello',
      aviso: REFUSED,
      aviso_en: REFUSED,
    },
  },
  rate_refusals: {
    key: ['id'],
    columns: { id: REFUSED, codigo: REFUSED, mensaje: REFUSED, en: REFUSED, ultima_en: REFUSED, veces: REFUSED },
  },

  site_settings: { key: ['clave'], watched: true, columns: { clave: 'sello', valor: 'sello' } },

  payment_methods: {
    key: ['id'],
    watched: true,
    columns: {
      id: 'sello',
      tipo: 'sello',
      titulo: 'sello',
      banco: 'sello',
      numero_cuenta: 'sello',
      cedula: 'sello',
      telefono: 'sello',
      email: 'sello',
      nombre: 'sello',
      instrucciones: 'sello',
      moneda: 'sello',
      precio_por_boleto: 'sello',
      paginas: 'sello',
      orden: 'sello',
      version: 'sello',
    },
  },

  raffles: {
    key: ['id'],
    watched: true,
    columns: {
      id: 'sello',
      titulo: 'sello',
      descripcion: 'sello',
      premio: 'sello',
      precio: 'sello',
      moneda: 'sello',
      fecha: 'sello',
      tasa_usd: 'sello',
      total_numeros: 'sello',
      digitos: 'sello',
      seleccion: 'sello',
      registro_unico: 'sello',
      gracia_segundos: 'sello',
      minimo: 'sello',
      maximo: 'sello',
      tope_sin_verificar: 'sello',
      estado: 'sello',
      archivada_en: 'sello',
      cerrada_en: 'sello',
      version: 'sello',
      clave_creacion: 'sello',
      huella_creacion: 'sello',
      imagen: 'sello',
      galeria: 'sello',
      numero_ganador: 'sello',
      ganador: 'sello',
      creada_en: 'sello',
    },
  },
  raffle_images: {
    key: ['id'],
    columns: {
      id: 'sello',
      rifa_id: 'sello',
      clave: 'sello',
      orden: 'sello',
      alt: 'sello',
      estado: WORK,
      hechas: WORK,
      pasos: WORK,
      problema: WORK,
      original: 'sello',
      ancho: 'sello',
      alto: 'sello',
      recorte: 'sello',
      imagen: 'sello',
      en_curso: WORK,
      intentos: WORK,
      arrendada_hasta: WORK,
      creada_en: 'sello',
    },
  },
  image_leftovers: {
    key: ['id'],
    columns: {
      id: 'no: archivos de imágenes que sobran',
      clase: 'no: archivos de imágenes que sobran',
      anchos: 'no: archivos de imágenes que sobran',
      desde: 'no: archivos de imágenes que sobran',
    },
  },

  stock: {
    key: ['rifa_id'],
    columns: {
      rifa_id: COUNTED_STOCK,
      total_numeros: COUNTED_STOCK,
      libres: COUNTED_STOCK,
      apartados: COUNTED_STOCK,
      en_revision: COUNTED_STOCK,
      confirmados: COUNTED_STOCK,
      sin_dueno: COUNTED_STOCK,
      en_espera: COUNTED_STOCK,
      pases: COUNTED_STOCK,
      apretado_desde: 'no: dice desde cuándo hay más apartados que libres, y no cambia lo de nadie',
      holgado_desde: 'no: dice desde cuándo hay más apartados que libres, y no cambia lo de nadie',
      rechazado_en: 'no: reparte los boletos entre conexiones hasta que alguien verifica',
      quedaban: 'no: reparte los boletos entre conexiones hasta que alguien verifica',
      devueltos: 'no: reparte los boletos entre conexiones hasta que alguien verifica',
      version: 'no: dice a la memoria de un proceso qué leer de nuevo',
    },
  },
  reservations: {
    key: ['id'],
    columns: {
      id: 'sello',
      token: 'sello',
      rifa_id: 'sello',
      cantidad: 'sello',
      elegidos: 'sello',
      estado: 'sello',
      vence_en: 'sello',
      renovado: 'sello',
      compra: 'sello',
      cotizacion: 'sello',
      cliente: 'no: reparte los boletos entre conexiones hasta que alguien verifica',
      red: 'no: reparte los boletos entre conexiones hasta que alguien verifica',
      pedidos: 'sello',
      reportado_en: 'sello',
      servido_en: 'sello',
      esperaba: 'no: dice a qué vuelve una aprobación que se deshace',
      trabajo: 'no: reparte los boletos entre conexiones hasta que alguien verifica',
      creado_en: 'sello',
    },
  },
  tickets: {
    key: ['rifa_id', 'numero'],
    columns: {
      rifa_id: 'sello',
      numero: 'sello',
      estado: 'sello',
      reserva_id: 'sello',
      version: 'no: dice a la memoria de un proceso qué leer de nuevo',
    },
  },
  free_pile: {
    key: ['rifa_id', 'posicion'],
    columns: {
      rifa_id: 'cuenta: auditTickets, de los números sin dueño',
      posicion: 'cuenta: auditTickets, de los números sin dueño',
      lugar: 'cuenta: auditTickets, de los números sin dueño; su orden no importa, porque se saca al azar',
    },
  },
  freed_numbers: {
    key: ['rifa_id', 'numero'],
    columns: {
      rifa_id: 'no: dice a la memoria de un proceso qué leer de nuevo',
      numero: 'no: dice a la memoria de un proceso qué leer de nuevo',
      version: 'no: dice a la memoria de un proceso qué leer de nuevo',
    },
  },

  purchases: {
    key: ['id'],
    columns: {
      id: 'sello',
      codigo: 'sello',
      secreto: 'sello',
      rifa_id: 'sello',
      reserva_id: 'sello',
      apartado: 'sello',
      estado: 'sello',
      version: 'sello',
      nombre: 'sello',
      cedula: 'sello',
      telefono: 'sello',
      correo: 'sello',
      referencia: 'sello',
      referencia_normal: 'sello',
      referencia_final: 'sello',
      fecha: 'sello',
      metodo_pago: 'sello',
      comprobante: 'sello',
      cantidad_tickets: 'sello',
      total: 'sello',
      moneda: 'sello',
      monto: 'sello',
      monto_moneda: 'sello',
      pagado_a: 'sello',
      metodo_ofrecido: 'sello',
      tasa_verificada: 'sello',
      tarde: 'sello',
      terminos_version: 'sello',
      motivo: 'sello',
      creado_en: 'sello',
      en_revision_desde: 'sello',
      decidido_en: 'sello',
      decidido_por: 'sello',
      vendida_por: 'sello',
      nombre_normal: 'sello',
      correo_normal: 'sello',
      correcciones: 'sello',
      corregida_en: 'sello',
      cliente: 'no: de qué conexión vino, mientras se revisa',
      falsa: 'sello',
    },
  },
  proofs: {
    key: ['id'],
    columns: {
      id: 'sello',
      compra_id: 'sello',
      nombre: 'sello',
      tipo: 'sello',
      bytes: 'sello',
      sha256: 'sello',
      creado_en: 'sello',
    },
  },
  unique_registrations: {
    key: ['rifa_id', 'campo', 'valor', 'turno'],
    hidesKey: true,
    columns: { rifa_id: 'sello', campo: 'sello', valor: 'sello', turno: 'sello', compra_id: 'sello' },
  },
  confirmed_references: {
    key: ['clase', 'cola', 'turno'],
    hidesKey: true,
    columns: { clase: 'sello', cola: 'sello', turno: 'sello', compra_id: 'sello' },
  },
  payment_windows: {
    key: ['ventana', 'confirmada', 'compra_id'],
    columns: { ventana: COUNTED_WINDOWS, confirmada: COUNTED_WINDOWS, compra_id: COUNTED_WINDOWS },
  },
  payment_locks: { key: ['final'], columns: { final: 'no: por ella espera quien confirma el mismo pago' } },
  idempotency: { key: ['clave'], columns: { clave: ANSWER, huella: ANSWER, respuesta: ANSWER, creado_en: ANSWER } },
  purchase_words: {
    key: ['palabra', 'creado_en', 'compra_id'],
    columns: { palabra: FOUND_BY, creado_en: FOUND_BY, compra_id: FOUND_BY },
  },
  purchase_counts: {
    key: ['rifa_id', 'estado', 'metodo_pago', 'tasa_verificada', 'vendida_por', 'moneda', 'dia'],
    columns: {
      rifa_id: COUNTED_COUNTS,
      estado: COUNTED_COUNTS,
      metodo_pago: COUNTED_COUNTS,
      tasa_verificada: COUNTED_COUNTS,
      vendida_por: COUNTED_COUNTS,
      moneda: COUNTED_COUNTS,
      dia: COUNTED_COUNTS,
      cuantas: COUNTED_COUNTS,
      centimos: COUNTED_COUNTS,
    },
  },

  review_claims: {
    key: ['compra_id'],
    columns: { compra_id: CLAIM, operador_id: CLAIM, nombre: CLAIM, hasta: CLAIM },
  },
  proof_marks: {
    key: ['comprobante'],
    columns: {
      comprobante: LIKENESS,
      compra_id: LIKENESS,
      marca1: LIKENESS,
      marca2: LIKENESS,
      marca3: LIKENESS,
      marca4: LIKENESS,
    },
  },
  similar_proofs: {
    key: ['comprobante', 'otra_compra_id'],
    columns: { comprobante: LIKENESS, otra_compra_id: LIKENESS },
  },
  undrawable_proofs: { key: ['comprobante'], columns: { comprobante: WORK, motivo: WORK, intentos: WORK, en: WORK } },
  review_reasons: { key: ['orden'], watched: true, columns: { orden: 'sello', texto: 'sello' } },

  report_notices: {
    key: ['operador_id'],
    columns: { operador_id: NOTICE, cada_minutos: NOTICE, avisado_en: NOTICE, visto_hasta: NOTICE },
  },
}

/** The tables of which something is sealed, as the books need them. */
export const sealedTables: SealedTables = new Map(
  Object.entries(BOOKS_TABLE as Record<string, TableBooks<Record<string, never>>>)
    .map(([table, { key, hidesKey, watched, columns }]): [string, SealedTable] => [
      table,
      { key, parts: partsOf(columns), hidesKey: hidesKey === true, watched: watched === true },
    ])
    .filter(([, { parts }]) => parts.length > 0),
)

function partsOf(columns: Record<string, Kept>): SealedTable['parts'] {
  const parts = new Map<string, string[]>()
  for (const [column, kept] of Object.entries(columns)) {
    if (!kept.startsWith('sello')) continue
    const part = kept.slice('sello '.length)
    parts.set(part, [...(parts.get(part) ?? []), column])
  }
  return [...parts].map(([part, of]) => ({ part, columns: of }))
}
