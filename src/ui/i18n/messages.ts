import type { en } from './en/index.ts';

/** The same keys with any text. */
type TranslatedMessages<T> = { readonly [K in keyof T]: T[K] extends string ? string : TranslatedMessages<T[K]> };

/** All messages of the interface in one language. */
export type Messages = TranslatedMessages<typeof en>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
