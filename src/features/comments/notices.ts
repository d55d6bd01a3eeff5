import { defineEvents, defineNotices } from '../../model/notice.ts';

export const commentNotices = defineNotices({
  mention: { en: '{by} mentioned you in {about}', de: '{by} hat Sie bei {about} erwähnt' },
  answer: { en: '{by} answered in {about}', de: '{by} hat bei {about} geantwortet' },
  comment: { en: '{by} commented on {about}', de: '{by} hat {about} kommentiert' },
  task: { en: '{by} asks you to do something in {about}', de: '{by} bittet Sie, bei {about} etwas zu tun' },
});

export const commentEvents = defineEvents({
  'comment.created': {
    text: { en: '{by} commented on {about}', de: '{by} hat {about} kommentiert' },
    label: { en: 'Somebody comments or answers', de: 'Jemand kommentiert oder antwortet' },
  },
  'comment.changed': {
    text: { en: '{by} changed a comment on {about}', de: '{by} hat einen Kommentar zu {about} geändert' },
    label: { en: 'A comment is changed or deleted', de: 'Ein Kommentar wird geändert oder gelöscht' },
  },
  'comment.resolved': {
    text: { en: '{by} resolved a comment on {about}', de: '{by} hat einen Kommentar zu {about} erledigt' },
    label: { en: 'A comment is resolved', de: 'Ein Kommentar ist erledigt' },
  },
});
