/** What of the xliff package is used here, which has no types. */
declare module 'xliff' {
  interface XliffTexts {
    readonly sourceLanguage: string;
    readonly targetLanguage: string;
    readonly resources: Readonly<Record<string, Record<string, { readonly source: unknown; target?: unknown }>>>;
  }
  export function xliff12ToJs(xml: string): Promise<XliffTexts>;
  export function xliff2js(xml: string): Promise<XliffTexts>;
  export function jsToXliff12(texts: XliffTexts, options: { readonly indent: string }): Promise<string>;
}
