/** The traffic light of the wire as the kit draws it. */
export const LIGHT = { verde: 'meta', ambar: 'atencion', rojo: 'critico' } as const
