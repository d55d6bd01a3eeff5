/** `npm run build`: Quire as it runs, in `dist/`. */
import { buildQuire } from './buildQuire.ts';

await buildQuire();
