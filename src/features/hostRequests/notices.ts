import { defineNotices } from '../../model/notice.ts';

export const hostRequestNotices = defineNotices({
  requestMerged: { en: '{about} was merged at the git host', de: '{about} wurde am Git-Host übernommen' },
  requestClosed: {
    en: 'The request for {about} was closed at the git host',
    de: 'Die Anfrage für {about} wurde am Git-Host geschlossen',
  },
});
