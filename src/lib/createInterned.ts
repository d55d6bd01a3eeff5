/** Texts that occur often, each kept once and known by its number. */
export interface Interned {
  readonly texts: readonly string[];
  /** The number of a text, a new one for a new text. */
  add(text: string): number;
  find(text: string): number | undefined;
}

/** @param texts taken over, in the order of their numbers */
export function createInterned(texts: string[] = []): Interned {
  let byText: Map<string, number> | undefined;
  /** Made when it is first asked for: many are only ever read. */
  const numbers = (): Map<string, number> => {
    byText ??= new Map(texts.map((text, number) => [text, number]));
    return byText;
  };
  return {
    texts,
    find: (text) => numbers().get(text),
    add(text) {
      const known = numbers().get(text);
      if (known !== undefined) return known;
      numbers().set(text, texts.length);
      return texts.push(text) - 1;
    },
  };
}
