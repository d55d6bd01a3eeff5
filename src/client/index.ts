export { escapeHtml } from '../lib/text/escapeHtml.ts';
export { QuireError } from './ask.ts';
export type * from './content.ts';
export { createClient } from './createClient.ts';
export { renderRichText } from './renderRichText.ts';
export { srcset } from './srcset.ts';
export type * from './types.ts';
