import type { LateFeatureSections } from '../../features/lists/ui/late.ts';
import type { changeList } from './en/change/changeList.ts';
import type { en } from './en/index.ts';
import type { late } from './en/late.ts';
import type { account } from './en/shell/account.ts';
import type { desk } from './en/shell/desk.ts';
import type { frames } from './en/shell/frames.ts';
import type { profile } from './en/shell/profile.ts';
import type { signIn } from './en/shell/signIn.ts';
import type { tree } from './en/shell/tree.ts';
import type { effects } from './en/site/effects.ts';
import type { extensions } from './en/site/extensions.ts';
import type { keys } from './en/site/keys.ts';
import type { limits } from './en/site/limits.ts';
import type { menus } from './en/site/menus.ts';
import type { people } from './en/site/people.ts';
import type { roles } from './en/site/roles.ts';
import type { settings } from './en/site/settings.ts';
import type { taxonomies } from './en/site/taxonomies.ts';
import type { types } from './en/site/types.ts';
import type { crops } from './en/write/crops.ts';
import type { dataTable } from './en/write/dataTable.ts';
import type { media } from './en/write/media.ts';
import type { richText } from './en/write/richText.ts';
import type { translations } from './en/write/translations.ts';
import type { TranslatedWords } from './joinWords.ts';

/** The languages of the interface, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

/** All messages of the interface in one language. */
export type Messages = TranslatedWords<typeof en>;

/** The messages that come with the screens that show them, by their section. */
interface LateSections {
  readonly profile: typeof profile;
  readonly account: typeof account;
  readonly changeList: typeof changeList;
  readonly effects: typeof effects;
  readonly extensions: typeof extensions;
  readonly desk: typeof desk;
  readonly limits: typeof limits;
  readonly roles: typeof roles;
  readonly signIn: typeof signIn;
  readonly taxonomies: typeof taxonomies;
  readonly menus: typeof menus;
  readonly crops: typeof crops;
  readonly dataTable: typeof dataTable;
  readonly media: typeof media;
  readonly keys: typeof keys;
  readonly tree: typeof tree;
  readonly people: typeof people;
  readonly settings: typeof settings;
  readonly translations: typeof translations;
  readonly richText: typeof richText;
  readonly types: typeof types;
}
/** What loads the messages of a section that comes late. */
export type LateLoaders = { readonly [section in keyof typeof late]: () => Promise<object> };
export type LateSection = keyof LateLoaders;

export type LateMessages = TranslatedWords<LateSections>;

/** The messages of the interface, of all its screens. */
export type AllMessages = typeof en & LateSections & LateFeatureSections;

/** The messages that come with the frames of extensions. */
export type FrameMessages = TranslatedWords<typeof frames>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: AllMessages; frames: typeof frames };
  }
}
