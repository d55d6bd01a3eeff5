import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  reviewLinks: {
    title: 'Relecteurs sans compte',
    about:
      'Un lien montre cette modification, et rien d’autre du site, à qui le possède. Il permet de commenter et de dire oui ou non sous un nom.',
    make: 'Nouveau lien',
    makeIt: 'Créer le lien',
    whom: 'Pour qui',
    howLong: 'S’ouvre pendant',
    days_one: '{{count}} jour',
    days_other: '{{count}} jours',
    made: 'Le lien est créé',
    pass: 'Transmettez-le vous-même. Qui le possède peut lire cette modification.',
    open: 'Ouvert jusqu’au',
    expired: 'Expiré',
    revoked: 'Désactivé',
    end: 'Désactiver',
    guest: 'invité',
    saidYes: 'Oui, cela peut être publié.',
    saidNo: 'Non, pas ainsi.',
    outdated: '(modifié depuis)',
    goneTitle: 'Rien à voir ici',
    gone: 'Ce lien n’affiche plus rien. Demandez-en un nouveau à la personne qui l’a envoyé.',
    intro: 'On vous demande de lire ceci avant sa publication.',
    yourName: 'Votre nom',
    yourNameHelp: 'Il apparaît à côté de ce que vous dites.',
    tooLarge: 'Trop de choses diffèrent pour être affichées ici. Demandez à la personne qui a envoyé le lien.',
    general: 'L’ensemble',
    preview: 'Aperçu',
    hidePreview: 'Masquer l’aperçu',
    comment: 'Commenter',
    answer: 'Répondre',
    send: 'Envoyer',
    nameFirst: 'Indiquez d’abord votre nom',
    verdict: 'Cela peut-il être publié ?',
    verdictHelp:
      'Votre réponse porte exactement sur ce que vous voyez ici. En cas de modification, on pourra vous redemander.',
    yes: 'Oui',
    no: 'Non',
  },
};
