import type { kinds as en } from '../../en/shell/kinds.ts';
import type { TranslatedWords } from '../../joinWords.ts';

export const kinds: TranslatedWords<typeof en> = {
  page: { one: 'Seite', many: 'Seiten' },
  block: { one: 'Wiederverwendbarer Block', many: 'Blöcke' },
  media: { one: 'Datei', many: 'Medien' },
  menu: { one: 'Menü', many: 'Menüs' },
  taxonomy: { one: 'Vokabular', many: 'Themen' },
  settings: { one: 'Einstellungen', many: 'Einstellungen' },
  contentType: { one: 'Seitentyp', many: 'Seitentypen' },
  blockType: { one: 'Blocktyp', many: 'Blocktypen' },
  role: { one: 'Rolle', many: 'Rollen' },
  user: { one: 'Person', many: 'Personen' },
  invitation: { one: 'Einladung', many: 'Einladungen' },
  apiKey: { one: 'Schlüssel', many: 'Schlüssel' },
  change: { one: 'Änderung', many: 'Änderungen' },
};
