import { defineEvents, defineNotices } from '../../model/notice.ts';

export const commentNotices = defineNotices({
  mention: {
    en: '{by} mentioned you in {about}',
    de: '{by} hat Sie bei {about} erwähnt',
    es: 'Mención de {by} en {about}',
    fr: '{by} vous a cité dans {about}',
  },
  answer: {
    en: '{by} answered in {about}',
    de: '{by} hat bei {about} geantwortet',
    es: '{by} ha respondido en {about}',
    fr: '{by} a répondu dans {about}',
  },
  comment: {
    en: '{by} commented on {about}',
    de: '{by} hat {about} kommentiert',
    es: '{by} ha comentado {about}',
    fr: '{by} a commenté {about}',
  },
  task: {
    en: '{by} asks you to do something in {about}',
    de: '{by} bittet Sie, bei {about} etwas zu tun',
    es: '{by} pide hacer algo en {about}',
    fr: '{by} vous demande quelque chose dans {about}',
  },
});

export const commentEvents = defineEvents({
  'comment.created': {
    text: {
      en: '{by} commented on {about}',
      de: '{by} hat {about} kommentiert',
      es: '{by} ha comentado {about}',
      fr: '{by} a commenté {about}',
    },
    label: {
      en: 'Somebody comments or answers',
      de: 'Jemand kommentiert oder antwortet',
      es: 'Alguien comenta o responde',
      fr: 'Quelqu’un commente ou répond',
    },
  },
  'comment.changed': {
    text: {
      en: '{by} changed a comment on {about}',
      de: '{by} hat einen Kommentar zu {about} geändert',
      es: '{by} ha modificado un comentario sobre {about}',
      fr: '{by} a modifié un commentaire sur {about}',
    },
    label: {
      en: 'A comment is changed or deleted',
      de: 'Ein Kommentar wird geändert oder gelöscht',
      es: 'Se modifica o elimina un comentario',
      fr: 'Un commentaire est modifié ou supprimé',
    },
  },
  'comment.resolved': {
    text: {
      en: '{by} resolved a comment on {about}',
      de: '{by} hat einen Kommentar zu {about} erledigt',
      es: '{by} ha resuelto un comentario sobre {about}',
      fr: '{by} a résolu un commentaire sur {about}',
    },
    label: {
      en: 'A comment is resolved',
      de: 'Ein Kommentar ist erledigt',
      es: 'Se resuelve un comentario',
      fr: 'Un commentaire est résolu',
    },
  },
});
