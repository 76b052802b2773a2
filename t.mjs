import { readFileSync, statSync } from 'node:fs'
const m=JSON.parse(readFileSync('apps/web/dist/.vite/manifest.json'))
const all=(k,s=new Set())=>{if(!m[k]||s.has(k))return s;s.add(k);(m[k].imports??[]).forEach(i=>all(i,s));return s}
const first=new Set([...all('index.html')])
for(const r of ['src/routes/delivery.tsx','src/routes/delivery-order.tsx']){console.log(r);for(const k of all(r)) if(!first.has(k)) console.log('  ',m[k].file.split('/').pop(),statSync('apps/web/dist/'+m[k].file+'.br').size)}
