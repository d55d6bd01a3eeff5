import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  redirects: {
    new: 'Nouvelle redirection',
    import: 'En ajouter plusieurs',
    importText:
      'Une redirection par ligne : l’ancienne adresse, puis la nouvelle. Pour une redirection temporaire, ajoutez 302 à la fin de la ligne.',
    lines: 'Redirections',
    badLines: 'Ces lignes ne sont pas des redirections : {{lines}}',
    importMany_one: 'Ajouter {{count, number}} redirection',
    importMany_other: 'Ajouter {{count, number}} redirections',
    imported_one: '{{count, number}} redirection ajoutée ; {{skipped}} existaient déjà',
    imported_other: '{{count, number}} redirections ajoutées ; {{skipped}} existaient déjà',
    search: 'Rechercher des adresses',
    emptyTitle: 'Aucune redirection pour le moment',
    empty:
      'Une redirection mène les visiteurs d’une ancienne adresse à une nouvelle. Les pages déplacées reçoivent la leur automatiquement.',
    noneFound: 'Aucune redirection ne correspond',
    from: 'De',
    fromHelp: 'L’ancienne adresse, par exemple /ancienne-page.',
    to: 'Vers',
    toHelp: 'Une adresse de ce site, par exemple /nouvelle-page, ou d’un autre.',
    kind: 'Genre',
    short: { code301: 'Permanente', code302: 'Temporaire', code307: 'Temporaire', code308: 'Permanente' },
    long: {
      code301: 'Permanente (301) : les moteurs de recherche passent à la nouvelle adresse',
      code302: 'Temporaire (302) : les moteurs de recherche gardent l’ancienne adresse',
      code308: 'Permanente, aussi pour les formulaires (308)',
      code307: 'Temporaire, aussi pour les formulaires (307)',
    },
    active: 'Active',
    deleteTitle: 'Supprimer cette redirection ?',
    deleteText: 'Les visiteurs de {{name}} n’y trouveront rien.',
    deleted: 'Redirection supprimée',
  },
};
