import { defineFeature, type OpenFeature } from '../../extend/feature.ts';
import type { FeatureParts } from '../../extend/featureParts.ts';
import { inboxEndpoints } from './endpoints.ts';
import { createNoticeMails } from './noticeMails.ts';
import { createOwnerNotices } from './tellOwners.ts';
import { writeNoticeMail } from './writeNoticeMail.ts';

function openInboxFeature(parts: FeatureParts): OpenFeature {
  const { inbox, privateDir, clock, config, onError } = parts;
  const report = (error: unknown): void => onError(error, 'People could not be told of something');
  const owners = config.readOnly ? null : createOwnerNotices({ ...parts, onError: report });
  const mails = createNoticeMails({
    ...{ privateDir, inbox, clock, onError: report },
  });
  let isMailOn = false;
  return {
    endpoints: (readable) => inboxEndpoints({ ...readable, inbox, mails, isMailOn: () => isMailOn }),
    start({ mail, ...started }) {
      owners?.start(started.problems);
      isMailOn = mail.isOn;
      if (!mail.isOn) return;
      const writing = { ...started, inbox, mails, siteUrl: config.siteUrl };
      mails.start(mail.writeLate('notices', (note) => writeNoticeMail(note, writing)));
    },
    async close() {
      await owners?.close();
      await mails.close();
    },
  };
}

/** What people are told, in the interface and by mail. */
export const inbox = defineFeature({ name: 'inbox', open: openInboxFeature });
