import type { FirstStep } from '../home-contract.ts'

interface StepWords {
  titulo: string
  /** One sentence: why it matters. */
  porque: string
  /** Words of the button while the step is open. */
  hacer: string
  minutos: number
  /** Screen of the step; some lead to their raffle. */
  donde: (rifa: number | null) => string
}

export const STEP_WORDS: Record<FirstStep['paso'], StepWords> = {
  acceso: {
    titulo: 'Tu segundo paso',
    porque: 'Quien robe tu clave no podrá cambiar dónde te pagan. Los cambios delicados lo piden.',
    hacer: 'Activar',
    minutos: 2,
    donde: () => '/cuenta',
  },
  sitio: {
    titulo: 'Nombre, logo y WhatsApp',
    porque: 'Es lo primero que mira quien va a enviarte dinero, y por donde te pregunta.',
    hacer: 'Completar',
    minutos: 2,
    donde: () => '/sitio',
  },
  rifa: {
    titulo: 'Tu primera rifa, con imagen',
    porque: 'Título, precio, cuántos números y una foto del premio. Queda en borrador hasta que la publiques.',
    hacer: 'Crear',
    minutos: 3,
    donde: (rifa) => (rifa === null ? '/rifas/nueva' : `/rifas/${rifa}`),
  },
  regla: {
    titulo: 'Cómo se sabrá quién gana',
    porque: 'La regla del sorteo, fijada antes de vender: quien compra la lee, y cualquiera comprueba al ganador.',
    hacer: 'Fijar',
    minutos: 2,
    donde: (rifa) => (rifa === null ? '/rifas/nueva' : `/rifas/${rifa}/regla`),
  },
  cobro: {
    titulo: 'Dónde te pagan',
    porque: 'Es lo que el comprador copia en su banco. Empieza con Pago Móvil.',
    hacer: 'Agregar',
    minutos: 2,
    donde: () => '/cobros',
  },
  tasa: {
    titulo: 'La tasa del día',
    porque: 'Con ella cada quien ve cuánto pagar en bolívares.',
    hacer: 'Definir',
    minutos: 1,
    donde: () => '/tasas',
  },
  correo: {
    titulo: 'El correo',
    porque: 'Di por dónde salen los correos con los números, y mira que te llegue el de prueba.',
    hacer: 'Poner el correo',
    minutos: 3,
    donde: () => '/servidor',
  },
  publicar: {
    titulo: 'Publicar',
    porque: 'La rifa se abre en /rifa y ya puedes compartir el enlace.',
    hacer: 'Publicar',
    minutos: 1,
    donde: (rifa) => (rifa === null ? '/rifas' : `/rifas/${rifa}`),
  },
}
