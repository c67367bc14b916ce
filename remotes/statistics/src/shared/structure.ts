/** Whether places in the address are those of today; undefined: those of the day on which each analysis was opened. */
export const structureAsked = (params: URLSearchParams) => (params.get('estructura') === 'actual' ? ('actual' as const) : undefined)
