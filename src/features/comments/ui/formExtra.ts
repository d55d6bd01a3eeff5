import i18next from 'i18next';
import type { FormExtra } from '../../../ui/form/FormExtras.tsx';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';
import { CommentMark } from './CommentMark.tsx';
import { CommentRail } from './CommentRail.tsx';
import { FollowThreads } from './FollowThreads.tsx';

/** The comments in the form of a page. */
export const commentsInForm: FormExtra = {
  name: 'comments',
  title: () => i18next.t('comments.title'),
  FieldMark: CommentMark,
  Rail: CommentRail,
  Background: FollowThreads,
  // It needs the editor of rich text, which is not loaded without one.
  TextMarks: loadOnDemand(async () => (await import('./PassageMarks.tsx')).PassageMarks, { failed: null }),
};
