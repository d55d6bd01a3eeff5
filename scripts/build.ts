/** `npm run build`: Quire as it runs, in `dist/`. */
import { bundle, PROGRAMS } from './bundle.ts';

await bundle(PROGRAMS, 'dist');
