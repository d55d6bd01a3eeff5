import type { EventName } from '../../model/events.ts';
import { type NoticeWords, writeNotice } from '../../model/notice.ts';
import type { PersonLanguage } from '../../model/personLanguage.ts';
import { FEATURE_EVENTS } from '../lists/notices.ts';

/** A stored event: the JSON that the template `quire` sends. */
export interface ChatEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What messages to people are written with. */
export interface ChatFacts {
  readonly language: PersonLanguage;
  readonly siteUrl: string;
}

interface ChatLine {
  readonly text: string;
  readonly link: string;
  /** What the link is called. */
  readonly open: string;
}

const WORDS: Readonly<Record<EventName | 'webhook.test', NoticeWords>> = {
  'page.created': {
    en: 'New page: {about}',
    de: 'Neue Seite: {about}',
    es: 'Nueva página: {about}',
    fr: 'Nouvelle page : {about}',
  },
  'page.updated': {
    en: 'Page changed: {about}',
    de: 'Seite geändert: {about}',
    es: 'Página modificada: {about}',
    fr: 'Page modifiée : {about}',
  },
  'page.deleted': {
    en: 'Page deleted: {about}',
    de: 'Seite gelöscht: {about}',
    es: 'Página eliminada: {about}',
    fr: 'Page supprimée : {about}',
  },
  'page.published': {
    en: 'Published: {about}',
    de: 'Veröffentlicht: {about}',
    es: 'Publicado: {about}',
    fr: 'Publié : {about}',
  },
  'page.unpublished': {
    en: 'Taken offline: {about}',
    de: 'Offline genommen: {about}',
    es: 'Retirado: {about}',
    fr: 'Mis hors ligne : {about}',
  },
  'media.uploaded': {
    en: 'File uploaded: {about}',
    de: 'Datei hochgeladen: {about}',
    es: 'Archivo subido: {about}',
    fr: 'Fichier téléversé : {about}',
  },
  'media.deleted': {
    en: 'File deleted: {about}',
    de: 'Datei gelöscht: {about}',
    es: 'Archivo eliminado: {about}',
    fr: 'Fichier supprimé : {about}',
  },
  'content.changed': {
    en: 'What visitors see has changed',
    de: 'Was Besucher sehen, hat sich geändert',
    es: 'Ha cambiado lo que ven los visitantes',
    fr: 'Ce que voient les visiteurs a changé',
  },
  'merge.clashed': {
    en: 'Edits clash and a decision is needed',
    de: 'Bearbeitungen widersprechen sich, und jemand muss entscheiden',
    es: 'Las ediciones chocan y hay que decidir',
    fr: 'Des éditions sont en conflit et il faut trancher',
  },
  'webhook.test': {
    en: 'This is a test from Quire',
    de: 'Dies ist ein Test von Quire',
    es: 'Esta es una prueba de Quire',
    fr: 'Ceci est un test de Quire',
  },
};

const EVENT_WORDS: Readonly<Record<string, NoticeWords>> = {
  ...WORDS,
  ...Object.fromEntries(Object.entries(FEATURE_EVENTS).map(([type, { text }]) => [type, text])),
};

const OPEN: NoticeWords = { en: 'Open', de: 'Öffnen', es: 'Abrir', fr: 'Ouvrir' };

/** An event in a sentence for people, and where they see what it is about. */
export function writeChatLine({ type, data }: ChatEvent, { language, siteUrl }: ChatFacts): ChatLine {
  const words = EVENT_WORDS[type] ?? { en: type, de: type, es: type, fr: type };
  const by = data['by'] as { readonly name?: string | null } | undefined;
  const about = [data['title'], data['filename'], data['change']].find((one) => typeof one === 'string');
  const text = defuse(writeNotice(words, language, { by: by?.name ?? null, about: (about as string) ?? null }));
  return { text, link: linkOf(type, data, siteUrl), open: OPEN[language] };
}

/**
 * Titles and names are text: they mention nobody in the chat (`@channel`), and are no link in Markdown. A space without
 * width between the signs changes nothing for those who read.
 */
const defuse = (text: string): string => text.replaceAll('@', '@\u200b').replaceAll('](', ']\u200b(');

function linkOf(type: string, data: ChatEvent['data'], siteUrl: string): string {
  if (type === 'page.published' && typeof data['url'] === 'string') return data['url'];
  if (typeof data['link'] === 'string') return data['link'];
  if (type === 'merge.clashed') return `${siteUrl}/admin/sync`;
  if (type.startsWith('page.') && type !== 'page.deleted') return `${siteUrl}/admin/pages/${Number(data['id'])}`;
  if (type === 'media.uploaded') return `${siteUrl}/admin/media?item=${Number(data['id'])}`;
  return type === 'content.changed' ? siteUrl : `${siteUrl}/admin`;
}
