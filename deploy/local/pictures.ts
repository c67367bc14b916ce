// `npm run pictures`: takes the pictures of the README (`docs/`) anew, of the demo, in both themes.
import { buildAll } from './build.ts'
import { findChromium } from './chromium.ts'
import { demoImage, finish, stories } from './steps.ts'

const [demo] = await Promise.all([demoImage(), buildAll(console.log)])
await stories(await findChromium(), { demo, args: ['--config', 'pictures.config.ts'] })
finish()
