import { defineOffer } from '../../extend/offers.ts';
import { guestRefName } from '../../model/access.ts';
import { answerThread, type NewThread, startThread } from './commenting.ts';
import type { CommentParts } from './parts.ts';
import type { CommentThread } from './thread.ts';

type Readable = Pick<CommentParts, 'live' | 'proposals'>;

/** Comments by people without an account, for features that let them in. */
export interface GuestComments {
  /** @param name the name that the guest gives. @throws CmsError NOT_FOUND */
  start(asked: Pick<NewThread, 'text' | 'record' | 'change'>, name: string, readable: Readable): Promise<CommentThread>;
  /** @throws CmsError NOT_FOUND; CONFLICT if the thread is full */
  answer(thread: number, text: string, name: string, readable: Readable): Promise<CommentThread>;
  /** Those of some conversations that are still there. */
  find(threads: readonly number[]): Promise<readonly CommentThread[]>;
}

export const GUEST_COMMENTS = defineOffer<GuestComments>('comments by guests');

export const createGuestComments = (parts: Omit<CommentParts, keyof Readable>): GuestComments => ({
  start: (asked, name, readable) => startThread(asked, guestRefName(name), { ...parts, ...readable }),
  answer: (thread, text, name, readable) => answerThread(thread, text, guestRefName(name), { ...parts, ...readable }),
  async find(threads) {
    const all = await parts.threads.list();
    return all.filter(({ id }) => threads.includes(id));
  },
});
