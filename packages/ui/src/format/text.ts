/** In lower case and without accents, for searching: "Ñandú" → "nandu". */
export const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
