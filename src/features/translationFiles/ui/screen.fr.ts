import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  translationFiles: {
    out: 'Pour la traduction',
    outHelp:
      'Tous les textes des pages choisies avec leurs traductions actuelles, dans un fichier qu’ouvrent les outils de traduction.',
    to: 'Vers',
    state: 'Quelles pages',
    states: {
      all: 'Toutes les pages',
      missing: 'Sans traduction',
      outdated: 'Traduction périmée',
      draft: 'Traduction à l’état de brouillon',
      current: 'Traduction à jour',
    },
    type: 'Type',
    allTypes: 'Tous les types',
    format: 'Format',
    formats: { xliff: 'XLIFF 1.2', xliff2: 'XLIFF 2.1', json: 'JSON' },
    download: 'Télécharger',
    oneLanguage: 'Ce site n’a qu’une langue. Ajoutez-en d’abord une autre dans les réglages.',
    back: 'Retour de traduction',
    backHelp:
      'Les traductions sont placées dans une modification, pour que vous puissiez les voir avant la mise en ligne.',
    choose: 'Choisir un fichier',
    placed_one: '{{count}} texte est dans la modification « {{title}} ».',
    placed_other: '{{count}} textes sont dans la modification « {{title}} ».',
    nothing: 'Tout ce que contient le fichier est déjà là. Rien n’a changé.',
    look: 'Voir la modification',
    left_one: '{{count}} texte n’a pas pu être placé',
    left_other: '{{count}} textes n’ont pas pu être placés',
    reasons: {
      gone: 'Ce texte n’existe plus.',
      changed: 'L’original a changé depuis la création du fichier.',
      codes: 'Un lien, une image ou un format de l’original manque ou est inconnu.',
      structure: 'La traduction est construite autrement que l’original et n’est pas complète.',
      taken: 'Une autre page a cette adresse.',
      noRight: 'Vous ne pouvez pas modifier cette page.',
      invalid: 'La page ne serait pas valide.',
    },
  },
};
