import type { AdminContentType } from '../wire/interface.ts';

/** What several pages of a type are called: `settings.plural`, or the name of the type without it. */
export function pluralName({ name, settings }: Pick<AdminContentType, 'name' | 'settings'>): string {
  const plural = settings?.['plural'];
  return typeof plural === 'string' && plural.trim() !== '' ? plural : name;
}
