import { defineNotices } from '../../model/notice.ts';

export const ownNotices = defineNotices({
  published: { en: '{about}, which you began, is live', de: '{about}, von Ihnen angelegt, ist online' },
  publishFailed: {
    en: '{about}, which you began, could not be published on time',
    de: '{about}, von Ihnen angelegt, konnte nicht rechtzeitig veröffentlicht werden',
  },
  problem: {
    en: 'There is a problem in {about}, which you began',
    de: 'Es gibt ein Problem in {about}, von Ihnen angelegt',
  },
});
