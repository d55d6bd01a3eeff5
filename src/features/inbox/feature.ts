import { defineFeature, type FeatureParts, type OpenFeature } from '../../extend/feature.ts';
import { inboxEndpoints } from './endpoints.ts';
import { createNoticeMails } from './noticeMails.ts';
import { writeNoticeMail } from './writeNoticeMail.ts';

function openInboxFeature({ inbox, privateDir, clock, config, onError }: FeatureParts): OpenFeature {
  const mails = createNoticeMails({
    ...{ privateDir, inbox, clock },
    onError: (error) => onError(error, 'What people are told could not be mailed'),
  });
  let isMailOn = false;
  return {
    endpoints: (readable) => inboxEndpoints({ ...readable, inbox, mails, isMailOn: () => isMailOn }),
    start({ mail, ...started }) {
      isMailOn = mail.isOn;
      if (!mail.isOn) return;
      const parts = { ...started, inbox, mails, siteUrl: config.siteUrl };
      mails.start(mail.writeLate('notices', (note) => writeNoticeMail(note, parts)));
    },
    close: mails.close,
  };
}

/** What people are told, in the interface and by mail. */
export const inbox = defineFeature({ name: 'inbox', open: openInboxFeature });
