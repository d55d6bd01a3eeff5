import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  trackingScripts: {
    new: 'Nouveau script',
    emptyTitle: 'Aucun script pour le moment',
    empty:
      'Un script est du code d’un autre service, par exemple pour compter les visites ou afficher une messagerie. Le site l’ajoute à ses pages.',
    code: 'Code',
    codeHelp:
      'Collez-le exactement tel que le service le fournit. Il peut tout faire sur vos pages : n’utilisez que du code de confiance.',
    where: 'Où',
    everywhere: 'Sur toutes les pages',
    onSome: 'Sur certaines pages',
    onPages_one: 'Sur {{count, number}} page',
    onPages_other: 'Sur {{count, number}} pages',
    pages: 'Pages',
    pagesHelp: 'Leurs adresses, par exemple visite/acces. Appuyez sur Entrée pour en ajouter une.',
    position: 'Position dans la page',
    positions: { head: 'Au début', body: 'À la fin' },
    priority: 'Ordre',
    priorityHelp: 'Les plus petits nombres viennent en premier.',
    active: 'Actif',
    deleteTitle: 'Supprimer « {{name}} » ?',
    deleteText: 'Le site ne le chargera plus.',
    deleted: 'Script supprimé',
  },
};
