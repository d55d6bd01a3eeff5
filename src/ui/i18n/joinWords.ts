/** Messages by their names, in sections. */
interface Sections {
  readonly [name: string]: string | Sections;
}

type Intersection<T> = (T extends unknown ? (part: T) => void : never) extends (part: infer Whole) => void
  ? Whole
  : never;

/** The same keys with any text. */
export type TranslatedWords<T> = { readonly [K in keyof T]: T[K] extends string ? string : TranslatedWords<T[K]> };

/** The messages of all parts; sections of the same name are joined. */
export const joinWords = <Parts extends readonly object[]>(parts: Parts): Intersection<Parts[number]> =>
  // Each part has what its type says, and nothing else.
  parts.reduce<Sections>((whole, part) => joinSections(whole, part as Sections), {}) as Intersection<Parts[number]>;

const joinSections = (whole: Sections, part: Sections): Sections => {
  const joined = { ...whole };
  for (const [name, value] of Object.entries(part)) {
    const present = joined[name];
    joined[name] = typeof present === 'object' && typeof value === 'object' ? joinSections(present, value) : value;
  }
  return joined;
};
