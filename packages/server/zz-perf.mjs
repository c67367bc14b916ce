import { open } from '/work/wt-dashboards/packages/server/src/bench/place.ts'
import { mkdtempSync } from 'node:fs'
const o = await open({ url: 'postgres://cuadre:cuadre@127.0.0.1:5432/dash_big', folder: mkdtempSync('/tmp/dperf-') })
const who = process.argv[2] ?? 'administrador'
const only = process.argv[3]
const urls = {
 gerencia:'/dashboard/analysis-gerencia', byDept:'/dashboard/analysis-jefatura-by-department', bussines:'/dashboard/bussines', subs:'/dashboard/get-subgerencias-data', deps:'/dashboard/get-departamentos-data',
 items:'/dashboard/items?limit=100', itemsVencido:'/dashboard/items?completitud=vencido&sort=-VARIACION', difs:'/dashboard/accounts-with-differences/5', hist:'/dashboard/account-history/5/', late:'/dashboard/accounts-out-of-deadline/5',
 dets:'/dashboard/analysis-jefatura-by-department/5/details', dets2:'/dashboard/analysis-jefatura-by-department/5/details-v2',
 matrix:'/dashboard/analysis-matrix?nivel=departamento', matrixR:'/dashboard/analysis-matrix?nivel=rubro&negocioId=5', matrixC:'/dashboard/analysis-matrix?nivel=cuenta&departamentoId=14', params:'/dashboard/analysis-matrix-params',
 assigned:'/dashboard/accounts-assigned', plazo:'/dashboard/analysis-range?tipo=plazo', monto:'/dashboard/analysis-range?tipo=monto', pct:'/dashboard/analysis-range?tipo=porcentaje', ant:'/dashboard/analysis-range?tipo=antiguedad',
 approved:'/dashboard/analysis-approved', mat:'/dashboard/accounts-materiality', asof:'/dashboard/bussines?asOf=2026-11-05T12:00:00Z',
 completion:'/statistics/completion', departments:'/statistics/departments', ontime:'/statistics/on-time', cycle:'/statistics/cycle', pareto:'/statistics/differences', rej:'/statistics/rejections', burn:'/statistics/burndown', aging:'/statistics/aging', ind:'/statistics/indicators', comp:'/statistics/competitiveness', control:'/dashboard/control', jef:'/dashboard/jefatura-area', ana:'/dashboard/analista', rubro13:'/statistics/on-time?rubroId=3', riesgo:'/statistics/on-time?riesgo=A' }
if (urls.hist) { const r = await (await import('kysely')).sql`select code from account where business_id=5 limit 1`.execute(o.db); urls.hist += encodeURIComponent(r.rows[0].code) }
for (const [k,u] of Object.entries(urls)) {
  if (only && k !== only) continue
  const as = k==='control'?'control':k==='jef'?'jefatura1':k==='ana'?'analista1':who
  const t=[]; let s, n
  for (let i=0;i<8;i++){ const a=performance.now(); const r=await o.app.inject({url:'/api'+u,headers:{authorization:'Bearer '+as}}); t.push(performance.now()-a); s=r.statusCode; n=r.payload.length; if(s!==200){console.log(r.payload.slice(0,300));break} }
  const f=t.shift(); t.sort((a,b)=>a-b)
  console.log(k.padEnd(14), s, 'first', f.toFixed(0), 'p50', t[3]?.toFixed(0), 'max', t.at(-1)?.toFixed(0), n)
}
await o.close()
