/** Texts of the specification for picking by hand, to the letter. */
export const STEP_TITLE = 'Selecciona tus números'
export const gridTitle = (picked: number, quantity: number) => `${STEP_TITLE} (${picked}/${quantity})`
export const confirmText = (picked: number, quantity: number) => `Confirmar (${picked}/${quantity})`
export const exactlyText = (quantity: number) => `Debes seleccionar exactamente ${quantity} números`
export const onlyLeftText = (left: number) => `Solo quedan ${left} números disponibles`
export const QUANTITY_FIRST = 'Primero selecciona cuántos boletos deseas comprar'
export const LOAD_FAILED_TITLE = 'Error al cargar los números disponibles'
export const LOAD_FAILED_TEXT = 'No se pudieron cargar los números disponibles'

/** Not of the specification: said to who hears the grid. */
export const foundText = (found: number, typed: string) =>
  `${found === 1 ? '1 número contiene' : `${found} números contienen`} ${typed}.`
