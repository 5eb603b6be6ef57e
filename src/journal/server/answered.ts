import type { Tables } from '#platform/server/db/tables.ts'

/** Rows of another table that belong to a row and are proved with it: the numbers of a purchase. */
interface Part<Name extends keyof Tables, Owner> {
  /** Its column with the owner. */
  by: keyof Tables[Name] & string
  /** The owner's column that it refers to. */
  of: keyof Owner & string
  columns: readonly (keyof Tables[Name] & string)[]
  /**
   * States of the owner in which they are proved: those of a rejected purchase are let go without a line. In the state `joining` an owner without any
   * gets them before a line has them: a waiting report is told of its tickets afterwards.
   */
  states?: { proved: readonly string[]; joining: string }
}

interface AnsweredTable<Name extends keyof Tables> {
  key: keyof Tables[Name] & string
  /** Stored in the journal as they are. */
  plain: readonly (keyof Tables[Name] & string)[]
  /** Stored there as one keyed hash: they are personal, secret, or long. */
  hidden: readonly (keyof Tables[Name] & string)[]
  parts?: { [Other in keyof Tables]?: Part<Other, Tables[Name]> }
}

type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text

function words<const Text extends string>(...lines: Text[]): readonly Word<Text>[] {
  return lines.join(' ').split(' ') as Word<Text>[]
}

/**
 * The tables that the journal answers for. Each line has the image of the rows that its deed wrote, so that the last image of a row equals the row
 * (docs/decisions/140). A column or table that is added here is noted at the next start (note-rows.ts).
 */
export const ANSWERED = {
  purchases: {
    key: 'id',
    plain: words(
      'codigo rifa_id reserva_id estado version metodo_pago metodo_id cantidad_tickets total moneda monto',
      'monto_moneda centimos_unicos tasa_verificada tarde creado_en en_revision_desde decidido_en',
      'decidido_por_id vendida_por_id correcciones corregida_en falsa',
    ),
    hidden: words(
      'secreto apartado nombre cedula telefono correo referencia referencia_normal referencia_final fecha',
      'comprobante pagado_a metodo_ofrecido pagador_banco pagador_telefono pagador_cedula terminos_version',
      'motivo decidido_por vendida_por nombre_normal correo_normal',
    ),
    parts: {
      tickets: {
        by: 'reserva_id',
        of: 'reserva_id',
        columns: ['numero', 'estado'],
        states: { proved: ['en revision', 'confirmado'], joining: 'en revision' },
      },
      movement_links: {
        by: 'compra_id',
        of: 'id',
        columns: ['movimiento_id', 'centimos', 'por', 'regla', 'quien', 'quien_id', 'en'],
      },
      proofs: { by: 'compra_id', of: 'id', columns: ['id', 'nombre', 'tipo', 'bytes', 'sha256', 'creado_en'] },
    },
  },
  movements: {
    key: 'id',
    plain: ['metodo_id', 'sentido', 'centimos', 'moneda', 'unido', 'devuelto', 'ignorado', 'estado', 'confianza'],
    hidden: words(
      'tipo dia en referencia referencia_otra cola fin cola_avisada banco_origen telefono_origen',
      'documento_origen nombre_origen concepto repetida_de razon decidido_por decidido_por_id decidido_en',
      'visto_en',
    ),
  },
  raffles: {
    key: 'id',
    plain: words(
      'titulo precio moneda fecha tasa_usd total_numeros digitos seleccion registro_unico gracia_segundos',
      'minimo maximo tope_sin_verificar centimos_unicos acepta_cercanos estado archivada_en cerrada_en version',
      'numero_ganador creada_en regla_sha256 revision_horas cierra_en cierra_con congelada_en restaurada_en',
      'copia_de',
    ),
    hidden: ['descripcion', 'premio', 'clave_creacion', 'huella_creacion', 'imagen', 'galeria', 'ganador'],
    parts: {
      raffle_images: {
        by: 'rifa_id',
        of: 'id',
        columns: ['id', 'clave', 'orden', 'alt', 'imagen', 'creada_en'],
      },
      automatic_confirming: {
        by: 'rifa_id',
        of: 'id',
        columns: ['activa', 'tope_cantidad', 'tope_suma', 'version'],
      },
      draw_rules: { by: 'rifa_id', of: 'id', columns: ['texto', 'sha256', 'fijada_en', 'version'] },
      draw_lists: { by: 'rifa_id', of: 'id', columns: ['cierre', 'congelada_en', 'sha256', 'cuenta'] },
      draw_steps: { by: 'rifa_id', of: 'id', columns: ['orden', 'anterior', 'texto', 'en', 'actor'] },
      draw_winners: {
        by: 'rifa_id',
        of: 'id',
        columns: words(
          'id premio vivo orden numero codigo compra_id estado version ganado_en avisado_en avisado_por',
          'reclama_hasta reclamado_en entrega_dia vencido_en notas fotos mostrar_nombre mostrar_fotos',
        ),
      },
      draw_papers: {
        by: 'rifa_id',
        of: 'id',
        columns: words(
          'version permiso_numero permiso_emisor permiso_desde permiso_hasta permiso_enlace permiso_imagen en_vivo',
        ),
      },
    },
  },
  payment_methods: {
    key: 'id',
    // The house's own, which every buyer reads.
    plain: words(
      'tipo titulo banco numero_cuenta cedula telefono email nombre instrucciones moneda precio_por_boleto',
      'paginas orden version',
    ),
    hidden: [],
  },
  rates: {
    key: 'id',
    plain: ['referencia', 'tasa', 'fecha_valor', 'fuente', 'obtenida_en'],
    hidden: [],
  },
  rate_settings: { key: 'id', plain: ['referencia', 'fija', 'fija_en'], hidden: [] },
  operators: {
    key: 'id',
    plain: ['rol', 'creado_en', 'baja_en'],
    hidden: ['nombre', 'correo', 'clave_hash', 'totp_secreto'],
    parts: {
      operator_passkeys: {
        by: 'operador_id',
        of: 'id',
        columns: ['id', 'clave_publica', 'transportes', 'nombre', 'creado_en'],
      },
      operator_recovery_codes: { by: 'operador_id', of: 'id', columns: ['codigo_hash'] },
    },
  },
  operator_invitations: {
    key: 'id',
    plain: ['rol', 'creado_en', 'caduca_en'],
    hidden: ['correo', 'token_hash', 'invita'],
  },
  site_settings: { key: 'clave', plain: [], hidden: ['valor'] },
  settings: { key: 'nombre', plain: ['version', 'guardado_en'], hidden: ['valor', 'secreto', 'guardado_por'] },
  mail_texts: {
    key: 'clave',
    plain: ['version', 'cambiado_en'],
    hidden: ['asunto', 'titulo', 'cuerpo', 'pie', 'cambiado_por'],
  },
  blocked_people: {
    key: 'id',
    plain: ['por_id', 'en', 'compra_id'],
    hidden: ['cedula', 'telefono', 'correo', 'motivo', 'por'],
  },
  review_reasons: { key: 'orden', plain: [], hidden: ['texto'] },
  movement_sources: {
    key: 'id',
    plain: ['metodo_id', 'fuente', 'via', 'activa', 'version', 'creada_en'],
    hidden: ['nombre', 'ajustes', 'secreto', 'token_hash', 'creada_por'],
  },
} as const satisfies { [Name in keyof Tables]?: AnsweredTable<Name> }

export type AnsweredName = keyof typeof ANSWERED
