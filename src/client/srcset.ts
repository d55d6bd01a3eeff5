import type { Srcset } from './types.ts';

export const srcset: Srcset = ({ srcset: widths }, url = '') =>
  (widths ?? '').replace(/(^|, )(?=\/)/g, `$1${url.replace(/(?<!\/)\/+$/, '')}`);
