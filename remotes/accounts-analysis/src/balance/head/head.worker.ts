import { readHead } from './readHead.ts'

declare const area: string
// biome-ignore lint/style/useConst: it is webpack's, where it loads from
declare let __webpack_public_path__: string
__webpack_public_path__ = area

addEventListener('message', async ({ data: { of, file } }: MessageEvent<{ of: number; file: Blob }>) => {
  postMessage({ of, head: await readHead(file).catch(() => null) })
})

// The first file that is read takes by far the longest: it is this one, while there is none yet.
void readHead(new Blob(['Cuenta;Nombre;Saldo\n1.1-0;Caja;1.234,50\n2.1-0;Bancos;-7,00\n']))
