import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { chosenChange } from '../../wire/chosenChange.ts';
import { tellDone } from '../dialog/tell.tsx';
import { type CommitAnswer, undoOf } from './undoOf.ts';

/** Says that content is saved and whether that is live, with an undo. */
export const tellSaved = (written: CommitAnswer, client: QueryClient): void =>
  void tellDone(i18next.t(chosenChange() ? 'changes.saved' : 'record.savedLive'), undoOf(written, client));
