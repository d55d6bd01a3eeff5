import i18next from 'i18next';
import type { FormExtra } from '../../../ui/form/FormExtras.tsx';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';
import { BlameMark } from './BlameMark.tsx';
import { BlameRail } from './BlameRail.tsx';

/** Who wrote what in the form of a page. */
export const blameInForm: FormExtra = {
  name: 'blame',
  title: () => i18next.t('blame.title'),
  FieldMark: BlameMark,
  Rail: BlameRail,
  Background: () => null,
  // It needs the editor of rich text, which is not loaded without one.
  TextMarks: loadOnDemand(async () => (await import('./BlameMargin.tsx')).BlameMargin, { failed: null }),
};
