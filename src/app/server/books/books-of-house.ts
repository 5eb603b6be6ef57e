import type { Books } from './kept.ts'

const CHAIN = 'cuenta: verifyChains'
const BOOKS = 'cuenta: verifySeals, con la llave'
const LIMIT = 'no: solo frena intentos, y se vacía solo'
const SHOWN_ONLY = 'no: solo dice cuándo, a quien lo mira'
const REFUSED = 'no: historia de tasas que no se aceptaron'
const PROCESS = 'no: cómo está un proceso que vive, que lo escribe cada pocos segundos'
const COPY = 'no: dice de un respaldo, que verify lee entero'
const NOTICE = 'no: cada cuánto se avisa que hay pagos por revisar'

/** What sells: the installation, its journal, mail, people, rates, pages and where buyers pay. */
export const BOOKS_OF_HOUSE = {
  installation: {
    key: ['id'],
    columns: {
      id: 'no: con otra no arranca',
      identidad: 'no: con otra no arranca',
      archivos: 'no: con otro no arranca',
    },
  },
  installation_key: { key: ['id'], columns: { id: 'no: sin su llave no abre', huella: 'no: sin su llave no abre' } },
  readiness: {
    key: ['id'],
    columns: { id: 'no: solo se escribe para ver si se puede', en: 'no: solo se escribe para ver si se puede' },
  },
  settings: {
    key: ['nombre'],
    watched: true,
    columns: {
      nombre: 'sello',
      valor: 'sello',
      secreto: 'sello',
      version: 'sello',
      guardado_en: 'sello',
      guardado_por: 'sello',
    },
  },
  processes: {
    key: ['id'],
    columns: {
      id: PROCESS,
      nombre: PROCESS,
      version: PROCESS,
      desde: PROCESS,
      visto_en: PROCESS,
      adelanto: PROCESS,
      datos: PROCESS,
    },
  },
  jobs: {
    key: ['nombre', 'proceso'],
    columns: {
      nombre: PROCESS,
      proceso: PROCESS,
      tiene: PROCESS,
      hasta: PROCESS,
      proximo_en: PROCESS,
      hecho_en: PROCESS,
      falla_desde: PROCESS,
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
      actor_id: 'sello',
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
  lookup_counts: { key: ['clave'], columns: { clave: LIMIT, contado: LIMIT, vence_en: LIMIT } },

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

  backups: {
    key: ['id'],
    columns: {
      id: COPY,
      noche: COPY,
      estado: COPY,
      empezado_en: COPY,
      visto_en: COPY,
      terminado_en: COPY,
      copia: COPY,
      lugar: COPY,
      bytes: COPY,
      archivos: COPY,
      nuevos: COPY,
      detalle: COPY,
    },
  },
  book_mails: {
    key: ['correo'],
    hidesKey: true,
    columns: { correo: 'sello', cada: 'sello', enviado: 'no: dice qué correo salió ya, y salir dos veces no daña' },
  },
  report_notices: {
    key: ['operador_id'],
    columns: { operador_id: NOTICE, cada_minutos: NOTICE, avisado_en: NOTICE, visto_hasta: NOTICE },
  },
} satisfies Partial<Books>
