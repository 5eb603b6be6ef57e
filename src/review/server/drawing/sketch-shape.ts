/** Of a picture that was made small and grey: its dots, and the side of the grid whose neighbours are compared, 64 bits. */
export const SKETCH_WIDTH = 240
export const SKETCH_HEIGHT = 480
export const MARK_SIDE = 8
