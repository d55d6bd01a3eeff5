import { defineFeature } from '../../extend/feature.ts';
import type { FeatureEvent } from '../../extend/featureParts.ts';
import type { NoticeReason } from '../../inbox/notice.ts';
import { actorRefName } from '../../model/access.ts';
import { CmsError } from '../../model/errors.ts';
import { reviewEndpoints } from './endpoints.ts';
import { createReviewGuard } from './guard.ts';
import type { ReviewEvent } from './reviewing.ts';
import { findReviewers, judgeReview } from './reviewState.ts';
import { openReviews, type ReviewRecord } from './reviews.ts';
import { openReviewRules } from './rules.ts';

/** What must be approved before it is live, and who has approved it. */
export const review = defineFeature({
  name: 'review',
  open({ inbox, clock, privateDir, requireSpace, announceEvent, onError, live, roles, audit, guardPublishing }) {
    const lookup = live.store;
    const rules = openReviewRules(privateDir);
    const reviews = openReviews({
      privateDir,
      requireSpace,
      onError: (error) => onError(error, 'A review could not be read'),
    });

    /** Tells people something about a change, by the record that it is about most. */
    const notify = (reason: NoticeReason, by: string, people: Iterable<string>, { change }: ReviewRecord) =>
      inbox.notify(people, { reason, by, change, record: null, comment: null });

    /** Whom to tell if nobody is named: those of the roles that rules ask for. */
    function findAsked({ judged }: ReviewEvent): readonly string[] {
      const missing = judged.missing.filter(({ rule }) => rule.from);
      if (missing.length === 0) return [];
      return findReviewers({ ...judged, missing }, { lookup, roles }).slice(0, MAX_TOLD);
    }

    async function onReview(event: ReviewEvent): Promise<void> {
      const { type, by, review: present } = event;
      const { change } = present;
      const key = `${EVENTS[type]}:${change}:${by}:${clock().toISOString()}`;
      const people = findPeopleToTell(event);
      announceEvent({ type: EVENTS[type], key, record: null, change, by, data: {}, told: people });
      if (type !== 'withdrawn') await notify(NOTICES[type], by, people, present);
    }

    function findPeopleToTell(event: ReviewEvent): readonly string[] {
      const { asked } = event.review;
      if (event.type === 'withdrawn' || !asked) return [];
      if (event.type !== 'reviewAsked') return [asked.by];
      return asked.people.length > 0 ? asked.people : findAsked(event);
    }

    guardPublishing(
      createReviewGuard({
        ...{ rules, reviews, lookup, roles, audit },
        async onPublished(present, by) {
          const { asked, approvals } = present;
          if (!asked) return;
          // It is live by now: whoever has published it must not be told that it has failed.
          await notify('reviewPublished', by, [asked.by, ...approvals.map((one) => one.by)], present).catch(
            (error: unknown) => onError(error, 'Nobody could be told that a reviewed change is published'),
          );
        },
      }),
    );
    return {
      async findChangeState(name, { live: { store }, proposals }) {
        const present = reviews.has(name) ? await reviews.get(name) : null;
        if (present?.sentBack) return 'sentBack';
        if (!present?.asked) return null;
        // Then nothing can be approved, and what would go live need not be known.
        if (present.approvals.length === 0) return 'inReview';
        try {
          const publication = await proposals.publication(name);
          const { state } = await judgeReview(publication, present, { rules, lookup: store, roles });
          return state === 'approved' ? 'approved' : 'inReview';
        } catch (error) {
          // What cannot be merged, or has gone by now, cannot go live as somebody has approved it.
          if (error instanceof CmsError) return 'inReview';
          throw error;
        }
      },
      endpoints: (parts) =>
        reviewEndpoints({
          ...{ rules, reviews, roles, clock, onReview },
          ...parts,
          onSettings: (actor, ip) => audit.append({ actor: actorRefName(actor), action: 'review.rules', ip, ok: true }),
        }),
      start({ changes }) {
        changes.proposals.subscribe(({ type, name }) => {
          if (type === 'change.dropped' || type === 'change.published')
            void reviews.remove(name).catch((error: unknown) => onError(error, 'A review could not be removed'));
        });
      },
      close: async () => undefined,
    };
  },
});

const NOTICES = {
  reviewAsked: 'reviewAsked',
  approved: 'reviewApproved',
  sentBack: 'reviewSentBack',
} as const;

const EVENTS = {
  reviewAsked: 'review.asked',
  approved: 'review.approved',
  sentBack: 'review.sentBack',
  withdrawn: 'review.withdrawn',
} as const satisfies Readonly<Record<ReviewEvent['type'], FeatureEvent['type']>>;

/** The most people who are told of a review that nobody in particular is asked for. */
const MAX_TOLD = 20;
