import type { PersonLanguage } from './personLanguage.ts';

/**
 * A sentence that tells somebody of something, in each language. `{by}` stands for who has done it, `{about}` for the
 * title of what it is about.
 */
export type NoticeWords = Readonly<Record<PersonLanguage, string>>;

/** Declares the reasons for which a feature tells people something, each with its words. */
export const defineNotices = <const N extends Readonly<Record<string, NoticeWords>>>(notices: N): N =>
  Object.freeze(notices);

/** The words of an event that no commit records, and what it is called where one chooses events. */
export interface EventWords {
  readonly text: NoticeWords;
  readonly label: NoticeWords;
}

/** Declares the events of a feature that no commit records. */
export const defineEvents = <const E extends Readonly<Record<string, EventWords>>>(events: E): E =>
  Object.freeze(events);

const SOMEBODY: NoticeWords = { en: 'Somebody', de: 'Jemand', es: 'Alguien', fr: 'Quelqu’un' };
const SOMETHING: NoticeWords = {
  en: 'something that is gone',
  de: 'etwas, das es nicht mehr gibt',
  es: 'algo que ya no existe',
  fr: 'quelque chose qui n’existe plus',
};
const QUOTED: NoticeWords = { en: '“{}”', de: '„{}“', es: '«{}»', fr: '« {} »' };

/** What a sentence is about; a name or title that is not known is null. */
export interface NoticeFacts {
  readonly by: string | null;
  readonly about: string | null;
}

/** A sentence, with the facts in their places. */
export function writeNotice(words: NoticeWords, language: PersonLanguage, { by, about }: NoticeFacts): string {
  const facts = {
    '{by}': by ?? SOMEBODY[language],
    '{about}': about === null ? SOMETHING[language] : QUOTED[language].replace('{}', () => about),
  };
  return words[language].replaceAll(/\{(?:by|about)\}/g, (name) => facts[name as keyof typeof facts]);
}
