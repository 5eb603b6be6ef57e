import type { Role } from './contract.ts'

export const ROLE_NAMES: Record<Role, string> = {
  dueno: 'Dueño',
  revisor: 'Revisor',
  lector: 'Lector',
  vendedor: 'Vendedor',
}

/** Rights of each role, in words for the owner who gives it. */
export const ROLE_DEEDS: Record<Role, string> = {
  dueno: 'Todo: rifas, cobros, equipo y sitio.',
  revisor:
    'Aprueba y rechaza pagos, corrige datos de contacto, reenvía correos y confirma lo que otra persona anota de un sorteo.',
  lector: 'Mira todo, descarga las listas y los libros, y no cambia nada.',
  vendedor:
    'Solo vende a mano: da los números de lo que cobra en efectivo y ve lo que vendió él. No ve otros compradores, pagos por revisar ni ventas de los demás.',
}
