import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormDocument, type FormDocument } from '../../form/document.ts';
import type { Conflict, Settle, Values } from '../../form/values.ts';
import { isClash, useClash } from '../../parts/clash/useClash.ts';
import { tellDone } from '../../parts/dialog/tell.tsx';
import type { Saving } from '../../parts/record/useSaving.ts';
import { problemText } from '../../parts/screen/problemText.ts';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';
import type { VersionedAnswer } from '../../wire/sendRequest.ts';
import { WireError } from '../../wire/WireError.ts';
import { editedBlockQuery } from './queries.ts';

/** A block for editing, as the server answers it. */
export type BlockAnswer = VersionedAnswer<'GET /api/admin/blocks/{id}'>;

interface BlockValues extends Values {
  readonly title: string;
  readonly fields: Values;
}

interface Options {
  /** Undefined for a new block. */
  readonly answer: BlockAnswer | undefined;
  readonly typeSlug: string;
  /** It is saved, and nothing has been typed since. */
  onSaved(): void;
  /** Something has been typed while it was being saved. */
  onGoOn(saved: BlockAnswer): void;
}

interface BlockForm {
  readonly form: FormDocument;
  readonly saving: Saving;
  /** Values that somebody else has changed, too. */
  readonly clash: {
    readonly conflicts: readonly Conflict[];
    /** Settles the conflicts and saves. */
    settle(settle: Settle): Promise<boolean>;
    /** Closes the conflicts without saving. */
    dismiss(): void;
  };
}

const valuesOf = ({ data }: BlockAnswer): BlockValues => ({ title: data.title ?? '', fields: data.fields ?? {} });

/** The form of a reusable block. The server merges it with what somebody else has saved in the meantime. */
export function useBlockForm({ answer, typeSlug, onSaved, onGoOn }: Options): BlockForm {
  const { t } = useTranslation();
  const client = useQueryClient();
  const etag = useRef(answer?.etag ?? null);
  const [form] = useState(() => createFormDocument(answer ? valuesOf(answer) : { title: '', fields: {} }));
  const clash = useClash<BlockAnswer>({
    form,
    etag,
    fetchFresh: () => client.fetchQuery({ ...editedBlockQuery(answer?.data.id ?? 0), staleTime: 0 }),
    valuesOf,
  });
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isPartlySaved, setPartlySaved] = useState(false);
  const mutation = useMutation({
    mutationFn: (values: BlockValues): Promise<BlockAnswer> => {
      if (!answer) return ask('POST /api/admin/blocks', { body: { ...values, type: typeSlug, isReusable: true } });
      const headers = { ...(etag.current && { 'If-Match': etag.current }), Prefer: 'merge' };
      return ask('PUT /api/admin/blocks/{id}', { path: { id: answer.data.id }, body: values, headers });
    },
    onMutate() {
      setProblems([]);
      setPartlySaved(false);
    },
    async onSuccess(saved, sent) {
      etag.current = saved.etag;
      form.rebaseTo(valuesOf(saved), { typed: sent });
      // What has been typed while it was being saved stays unsaved.
      if (form.isChanged()) {
        setPartlySaved(true);
        onGoOn(saved);
      } else {
        tellDone(t('common.saved'));
        onSaved();
      }
      // Pages show it, too.
      await Promise.all([keyOf('block'), keyOf('page')].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    async onError(error) {
      if (error instanceof WireError && isClash(error))
        return clash.show(undefined).catch((problem: Error) => setProblems([problemText(problem)]));
      const placed = error instanceof WireError ? error.problems.filter(({ path = [] }) => path.length > 0) : [];
      form.setProblems(placed);
      setProblems(placed.length > 0 ? [] : [problemText(error)]);
    },
  });
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    form.setProblems(form.held());
    if (form.held().length === 0) mutation.mutate(form.values() as BlockValues);
  };
  const settle = (choose: Settle): Promise<boolean> =>
    clash.settle(choose, () =>
      mutation.mutateAsync(form.values() as BlockValues).then(
        () => true,
        () => false,
      ),
    );
  return {
    form,
    saving: { submit, isBusy: mutation.isPending, isPartlySaved, problems },
    clash: { conflicts: clash.conflicts, settle, dismiss: clash.dismiss },
  };
}
