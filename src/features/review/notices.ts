import { defineEvents, defineNotices } from '../../model/notice.ts';

export const reviewNotices = defineNotices({
  reviewAsked: { en: '{by} asks you to review {about}', de: '{by} bittet Sie, {about} zu prüfen' },
  reviewApproved: { en: '{by} approved {about}', de: '{by} hat {about} freigegeben' },
  reviewSentBack: {
    en: '{by} sent {about} back with a reason',
    de: '{by} hat {about} mit einer Begründung zurückgegeben',
  },
  reviewPublished: { en: '{by} published {about}', de: '{by} hat {about} veröffentlicht' },
});

export const reviewEvents = defineEvents({
  'review.asked': {
    text: { en: '{by} asks for a review of {about}', de: '{by} bittet um eine Prüfung von {about}' },
    label: { en: 'Somebody asks for a review', de: 'Jemand bittet um eine Prüfung' },
  },
  'review.approved': {
    text: { en: '{by} approved {about}', de: '{by} hat {about} freigegeben' },
    label: { en: 'A change is approved', de: 'Eine Änderung wird freigegeben' },
  },
  'review.sentBack': {
    text: { en: '{by} sent {about} back', de: '{by} hat {about} zurückgegeben' },
    label: { en: 'A change is sent back', de: 'Eine Änderung wird zurückgegeben' },
  },
  'review.withdrawn': {
    text: {
      en: '{by} withdrew from the review of {about}',
      de: '{by} hat sich aus der Prüfung von {about} zurückgezogen',
    },
    label: { en: 'A request or an approval is withdrawn', de: 'Eine Bitte oder eine Freigabe wird zurückgezogen' },
  },
});
