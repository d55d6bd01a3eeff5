import type { kinds as en } from '../../en/shell/kinds.ts';
import type { TranslatedWords } from '../../joinWords.ts';

export const kinds: TranslatedWords<typeof en> = {
  page: { one: 'Page', many: 'Pages' },
  block: { one: 'Bloc réutilisable', many: 'Blocs' },
  media: { one: 'Fichier', many: 'Médias' },
  menu: { one: 'Menu', many: 'Menus' },
  taxonomy: { one: 'Vocabulaire', many: 'Thèmes' },
  settings: { one: 'Réglages', many: 'Réglages' },
  contentType: { one: 'Type de page', many: 'Types de page' },
  blockType: { one: 'Type de bloc', many: 'Types de bloc' },
  role: { one: 'Rôle', many: 'Rôles' },
  user: { one: 'Personne', many: 'Personnes' },
  invitation: { one: 'Invitation', many: 'Invitations' },
  apiKey: { one: 'Clé', many: 'Clés' },
  change: { one: 'Modification', many: 'Modifications' },
};
