/**
 * Of an area's texts those sections that a query names, `es.json?only=home,shared`, or all but those, `es.json?but=home,shared`: what every
 * visitor loads first has no texts of pages that most of them never open. `also` is as `only`, for what some of those pages need beside them.
 */
export default function pickTexts(source) {
  const asked = new URLSearchParams(this.resourceQuery)
  const only = (asked.get('only') ?? asked.get('also'))?.split(',')
  const but = asked.get('but')?.split(',') ?? []
  const picked = Object.entries(JSON.parse(source)).filter(([section]) => only?.includes(section) ?? !but.includes(section))
  return JSON.stringify(Object.fromEntries(picked))
}
