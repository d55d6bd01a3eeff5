import { defineEvents, defineNotices } from '../../model/notice.ts';

export const reviewNotices = defineNotices({
  reviewAsked: {
    en: '{by} asks you to review {about}',
    de: '{by} bittet Sie, {about} zu prüfen',
    es: '{by} pide revisar {about}',
    fr: '{by} vous demande de relire {about}',
  },
  reviewApproved: {
    en: '{by} approved {about}',
    de: '{by} hat {about} freigegeben',
    es: '{by} ha aprobado {about}',
    fr: '{by} a approuvé {about}',
  },
  reviewSentBack: {
    en: '{by} sent {about} back with a reason',
    de: '{by} hat {about} mit einer Begründung zurückgegeben',
    es: '{by} ha devuelto {about} con un motivo',
    fr: '{by} a renvoyé {about} avec une raison',
  },
  reviewPublished: {
    en: '{by} published {about}',
    de: '{by} hat {about} veröffentlicht',
    es: '{by} ha publicado {about}',
    fr: '{by} a publié {about}',
  },
});

export const reviewEvents = defineEvents({
  'review.asked': {
    text: {
      en: '{by} asks for a review of {about}',
      de: '{by} bittet um eine Prüfung von {about}',
      es: '{by} pide una revisión de {about}',
      fr: '{by} demande une relecture de {about}',
    },
    label: {
      en: 'Somebody asks for a review',
      de: 'Jemand bittet um eine Prüfung',
      es: 'Alguien pide una revisión',
      fr: 'Quelqu’un demande une relecture',
    },
  },
  'review.approved': {
    text: {
      en: '{by} approved {about}',
      de: '{by} hat {about} freigegeben',
      es: '{by} ha aprobado {about}',
      fr: '{by} a approuvé {about}',
    },
    label: {
      en: 'A change is approved',
      de: 'Eine Änderung wird freigegeben',
      es: 'Se aprueba un cambio',
      fr: 'Une modification est approuvée',
    },
  },
  'review.sentBack': {
    text: {
      en: '{by} sent {about} back',
      de: '{by} hat {about} zurückgegeben',
      es: '{by} ha devuelto {about}',
      fr: '{by} a renvoyé {about}',
    },
    label: {
      en: 'A change is sent back',
      de: 'Eine Änderung wird zurückgegeben',
      es: 'Se devuelve un cambio',
      fr: 'Une modification est renvoyée',
    },
  },
  'review.withdrawn': {
    text: {
      en: '{by} withdrew from the review of {about}',
      de: '{by} hat sich aus der Prüfung von {about} zurückgezogen',
      es: '{by} se ha retirado de la revisión de {about}',
      fr: '{by} s’est retiré de la relecture de {about}',
    },
    label: {
      en: 'A request or an approval is withdrawn',
      de: 'Eine Bitte oder eine Freigabe wird zurückgezogen',
      es: 'Se retira una petición o una aprobación',
      fr: 'Une demande ou une approbation est retirée',
    },
  },
});
