import type { Trait } from '../../contract.ts'

/** What a group is called in the list of groups, and above its reports. */
export const TRAIT_NAMES: Record<Trait, string> = {
  direccion: 'Desde la misma conexión',
  comprobante: 'Con el mismo archivo',
  imagen: 'Con una imagen parecida',
  datos: 'Con la misma cédula, teléfono o correo',
  momento: 'En los mismos minutos',
}

export const TRAIT_TITLES: Record<Trait, string> = {
  direccion: 'Llegaron desde la misma conexión',
  comprobante: 'Enviaron el mismo archivo',
  imagen: 'Enviaron una imagen parecida',
  datos: 'Tienen la misma cédula, teléfono o correo',
  momento: 'Llegaron en los mismos minutos',
}

/**
 * Why honest buyers share it too, as the operator reads it: then nobody is picked for it alone. Empty where strangers hardly
 * share it by chance: the bytes of a file and the data of a person pick (docs/decisions/032-fakes.md).
 */
export const SHARED_BY_HONEST: Record<Trait, string> = {
  direccion: 'Los teléfonos de una operadora comparten conexión: aquí puede haber compradores honrados.',
  comprobante: '',
  imagen: 'Las capturas de un mismo banco se parecen: aquí puede haber compradores honrados.',
  datos: '',
  momento: 'Muchos pagan a la vez, por ejemplo tras un en vivo: aquí puede haber compradores honrados.',
}
