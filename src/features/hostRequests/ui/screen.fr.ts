import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  hostRequest: {
    hosts: { github: 'GitHub', gitlab: 'GitLab', gitea: 'le serveur Git' },
    title: 'Relecture sur {{host}}',
    none: 'D’autres personnes peuvent voir cette modification sur {{host}} et l’y intégrer. Elle est alors aussi mise en ligne ici.',
    open: 'Ouvrir une demande',
    openAgain: 'Ouvrir une autre demande',
    opened: 'La demande est ouverte',
    numbered: 'Demande {{number}}',
    states: { open: 'Ouverte', draft: 'Brouillon', merged: 'Intégrée', closed: 'Fermée' },
    outdated: 'La demande ne contient pas encore les dernières éditions. Elles seront envoyées dans quelques secondes.',
    mergeability: {
      ready: 'Peut être intégrée',
      clashes: 'En conflit avec ce qui est en ligne là-bas',
      blocked: 'Il manque encore une condition exigée là-bas',
      checking: 'Vérification en cours',
    },
    missing_one: 'Il manque {{count, number}} approbation',
    missing_other: 'Il manque {{count, number}} approbations',
    approved: 'Approuvé par {{by}}',
    changesRequested: '{{by}} demande des changements',
    checks: 'Vérifications',
    checkStates: { passed: 'réussie', failed: 'échouée', running: 'en cours', skipped: 'ignorée' },
    builds: 'Constructions de cette modification',
    close: 'Fermer la demande',
    closeTitle: 'Fermer la demande ?',
    closeText: 'Rien n’est intégré là-bas. La modification reste, avec toutes ses éditions.',
    closed: 'La demande est fermée',
    closedThere: 'La demande a été fermée sans intégrer la modification.',
    mergedThere: 'La modification a été intégrée là-bas. Ce qui a été édité depuis est encore ici.',
    form: {
      title: 'Titre',
      text: 'Message',
      textHelp: 'Ce que les relecteurs doivent savoir. Ce que cette modification édite est ajouté automatiquement.',
      preview: 'Ajouter un lien vers l’aperçu',
      previewHelp: 'Toute personne qui peut lire la demande peut l’ouvrir pendant 30 jours, sans compte.',
    },
    reading: 'Interrogation de {{host}}…',
  },
};
