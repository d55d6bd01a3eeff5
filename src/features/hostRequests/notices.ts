import { defineNotices } from '../../model/notice.ts';

export const hostRequestNotices = defineNotices({
  requestMerged: {
    en: '{about} was merged at the git host',
    de: '{about} wurde am Git-Host übernommen',
    es: '{about} se ha incorporado en el servidor Git',
    fr: '{about} a été intégré sur le serveur Git',
  },
  requestClosed: {
    en: 'The request for {about} was closed at the git host',
    de: 'Die Anfrage für {about} wurde am Git-Host geschlossen',
    es: 'La solicitud de {about} se ha cerrado en el servidor Git',
    fr: 'La demande pour {about} a été fermée sur le serveur Git',
  },
});
