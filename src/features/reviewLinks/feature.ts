import { defineFeature } from '../../extend/feature.ts';
import { createShowWritten } from '../../http/content/showWritten.ts';
import { writeInThread } from '../../http/content/writeInThread.ts';
import { actorRefName, guestRefName } from '../../model/access.ts';
import { GUEST_COMMENTS } from '../comments/feature.ts';
import { linkEndpoints } from './endpoints.ts';
import { guestEndpoints } from './guestEndpoints.ts';
import type { GuestSaid, ReviewLinkParts } from './guestReview.ts';
import { openReviewLinks } from './links.ts';

/** Links that show one change to people without an account, who comment on it and say yes or no. */
export const reviewLinks = defineFeature({
  name: 'reviewLinks',
  needs: ['comments'],
  open({ clock, privateDir, config, inbox, audit, announce, offered, onError }) {
    const links = openReviewLinks({
      ...{ privateDir, clock },
      onError: (error) => onError(error, 'The links of reviews could not be read'),
    });
    async function onSaid({ link: { by, change }, name, reason, comment }: GuestSaid): Promise<void> {
      announce('reviewLink', {});
      await inbox.notify([by], { reason, by: guestRefName(name), record: null, change, comment });
    }
    const onLink: ReviewLinkParts['onLink'] = ({ action, id, actor, ip }) =>
      audit.append({ action, actor: actorRefName(actor), record: `review-link/${id}`, ip, ok: true });
    const parts = {
      ...{ links, clock, onSaid, onLink, siteUrl: config.siteUrl },
      ...{ comments: offered(GUEST_COMMENTS), showWritten: createShowWritten(writeInThread()) },
    };
    return {
      endpoints: ({ live, proposals }) => [
        ...linkEndpoints({ ...parts, live, proposals }),
        ...guestEndpoints({ ...parts, live, proposals }),
      ],
      close: async () => undefined,
    };
  },
});
