import type { Books } from './kept.ts'

const WORK = 'no: estado de un trabajo que se repite si hace falta'

/** What decides who wins, and what became of the prizes. */
export const BOOKS_OF_DRAWS = {
  draw_rules: {
    key: ['rifa_id'],
    columns: { rifa_id: 'sello', texto: 'sello', sha256: 'sello', fijada_en: 'sello', version: 'sello' },
  },
  draw_steps: {
    key: ['rifa_id', 'orden'],
    columns: { rifa_id: 'sello', orden: 'sello', anterior: 'sello', texto: 'sello', en: 'sello', actor: 'sello' },
  },
  draw_lists: {
    key: ['rifa_id'],
    columns: {
      rifa_id: 'sello',
      cierre: 'sello',
      congelada_en: 'sello',
      sha256: 'sello',
      cuenta: 'sello',
      raiz: 'sello',
    },
  },
  draw_list_pieces: {
    key: ['rifa_id', 'orden'],
    columns: { rifa_id: 'sello', orden: 'sello', texto: 'sello' },
  },
  draw_pictures: {
    key: ['id'],
    columns: {
      id: 'sello',
      rifa_id: 'sello',
      imagen: 'sello',
      subida_por: 'sello',
      subida_por_id: 'sello',
      en: 'sello',
    },
  },
  draw_proposals: {
    key: ['id'],
    columns: {
      id: 'sello',
      rifa_id: 'sello',
      premio: 'sello',
      tipo: 'sello',
      dia: 'sello',
      resultados: 'sello',
      motivo: 'sello',
      enlace: 'sello',
      imagen_id: 'sello',
      escrita_por: 'sello',
      escrita_por_id: 'sello',
      escrita_en: 'sello',
      estado: 'sello',
      abierta: 'sello',
      fallos: 'sello',
      decidida_por: 'sello',
      decidida_por_id: 'sello',
      decidida_en: 'sello',
      porque: 'sello',
      orden: 'sello',
    },
  },
  draw_winners: {
    key: ['id'],
    columns: {
      id: 'sello',
      rifa_id: 'sello',
      premio: 'sello',
      vivo: 'sello',
      orden: 'sello',
      numero: 'sello',
      codigo: 'sello',
      compra_id: 'sello',
      estado: 'sello',
      version: 'sello',
      ganado_en: 'sello',
      avisado_en: 'sello',
      avisado_por: 'sello',
      reclama_hasta: 'sello',
      reclamado_en: 'sello',
      entrega_dia: 'sello',
      vencido_en: 'sello',
      notas: 'sello',
      fotos: 'sello',
      mostrar_nombre: 'sello',
      mostrar_fotos: 'sello',
    },
  },
  draw_beacons: {
    key: ['rifa_id'],
    columns: {
      rifa_id: WORK,
      ronda: WORK,
      intentos: WORK,
      problema: WORK,
      mirado_en: WORK,
      proximo_en: WORK,
    },
  },
  draw_reminders: {
    key: ['rifa_id'],
    columns: {
      rifa_id: WORK,
      vez: WORK,
      compra_id: WORK,
      terminado_en: WORK,
    },
  },
} satisfies Partial<Books>
