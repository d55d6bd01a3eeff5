/** `npm run build`: builds Quire into `dist/`. */
import { buildQuire } from './buildQuire.ts';

await buildQuire();
