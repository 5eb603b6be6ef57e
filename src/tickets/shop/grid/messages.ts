/** Texts of the specification for picking by hand, to the letter. */
export const gridTitle = (picked: number, quantity: number) => `Selecciona tus números (${picked}/${quantity})`
export const confirmText = (picked: number, quantity: number) => `Confirmar (${picked}/${quantity})`
export const exactlyText = (quantity: number) => `Debes seleccionar exactamente ${quantity} números`
export const onlyLeftText = (left: number) => `Solo quedan ${left} números disponibles`
export const QUANTITY_FIRST = 'Primero selecciona cuántos boletos deseas comprar'
export const LOAD_FAILED_TITLE = 'Error al cargar los números disponibles'
export const LOAD_FAILED_TEXT = 'No se pudieron cargar los números disponibles'
