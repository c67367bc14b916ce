/**
 * Of an area's texts those sections that a query names, `es.json?home,shared`, or all but those, `es.json?!home,shared`: what every visitor
 * loads first has no texts of pages that most of them never open.
 */
export default function pickTexts(source) {
  const asked = this.resourceQuery.slice(1)
  const others = asked.startsWith('!')
  const named = asked.replace('!', '').split(',')
  const picked = Object.entries(JSON.parse(source)).filter(([section]) => named.includes(section) !== others)
  return JSON.stringify(Object.fromEntries(picked))
}
