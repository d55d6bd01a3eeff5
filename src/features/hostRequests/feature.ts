import { defineFeature, type OpenFeature } from '../../extend/feature.ts';
import type { FeatureParts } from '../../extend/featureParts.ts';
import { actorRefName } from '../../model/access.ts';
import { requestEndpoints } from './endpoints.ts';
import { createHostGuard } from './guard.ts';
import { type ChangeRequests, openRequests } from './openRequests.ts';

/** Without a git host and a token for its interface there is nothing to keep. */
function openHostRequests({ config, announce, clock, inbox, guardPublishing, ...parts }: FeatureParts): OpenFeature {
  const { gitHost, siteUrl, readOnly } = config;
  let requests: ChangeRequests | null = null;
  guardPublishing(createHostGuard(() => requests));
  return {
    start({ changes: { proposals }, host }) {
      const token = gitHost?.token;
      if (!host || !gitHost || !token || readOnly) return;
      requests = openRequests({
        ...{ ...parts, clock, config: gitHost, token, proposals, host },
        announce: (name) =>
          announce('change.updated', { type: 'change.updated', timestamp: clock().toISOString(), data: { name } }),
        async notify(name, person, state) {
          const reason = state === 'merged' ? 'requestMerged' : 'requestClosed';
          const by = actorRefName(parts.system);
          await inbox.notify([person], { reason, by, record: null, change: name, comment: null });
        },
      });
    },
    endpoints: ({ proposals }) => requestEndpoints({ proposals, siteUrl, find: () => requests }),
    problems: () => requests?.problems() ?? [],
    close: async () => requests?.end(),
  };
}

/** Pull and merge requests for changes, at the git host. */
export const hostRequests = defineFeature({ name: 'hostRequests', open: openHostRequests });
