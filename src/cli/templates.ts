import { fileURLToPath } from 'node:url';

/** The folder of files that are given to sites, beside `src` and `dist`. */
export const TEMPLATES = fileURLToPath(new URL('../../templates/', import.meta.url));
