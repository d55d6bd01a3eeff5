import type { en } from './en/index.ts';

/** The same keys with any text. */
type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/** All messages of the interface in one language. */
export type Messages = Translated<typeof en>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
