import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormDocument, type FormDocument } from '../../form/document.ts';
import type { Values } from '../../form/values.ts';
import { tellDone } from '../../parts/dialog/tell.tsx';
import type { Saving } from '../../parts/record/useSaving.ts';
import { problemText } from '../../parts/screen/problemText.ts';
import { ask } from '../../wire/ask.ts';
import { keyOf } from '../../wire/keys.ts';
import type { VersionedAnswer } from '../../wire/sendRequest.ts';
import { WireError } from '../../wire/WireError.ts';

interface Options {
  /** Undefined for a new block. */
  readonly answer: VersionedAnswer<'GET /api/admin/blocks/{id}'> | undefined;
  readonly typeSlug: string;
  onSaved(): void;
}

/** The form of a reusable block. The server merges it with what somebody else has saved in the meantime. */
export function useBlockForm({ answer, typeSlug, onSaved }: Options): {
  readonly form: FormDocument;
  readonly saving: Saving;
} {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [etag] = useState(answer?.etag);
  const [form] = useState(() =>
    createFormDocument({ title: answer?.data.title ?? '', fields: answer?.data.fields ?? {} }),
  );
  const [problems, setProblems] = useState<readonly string[]>([]);
  const mutation = useMutation({
    mutationFn: (): Promise<unknown> => {
      const values = form.values() as { readonly title: string; readonly fields: Values };
      if (!answer) return ask('POST /api/admin/blocks', { body: { ...values, type: typeSlug, isReusable: true } });
      const headers = { ...(etag && { 'If-Match': etag }), Prefer: 'merge' };
      return ask('PUT /api/admin/blocks/{id}', { path: { id: answer.data.id }, body: values, headers });
    },
    onMutate: () => setProblems([]),
    async onSuccess() {
      form.rebaseTo(form.values());
      tellDone(t('common.saved'));
      onSaved();
      // Pages show it, too.
      await Promise.all([keyOf('block'), keyOf('page')].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError(error) {
      const placed = error instanceof WireError ? error.problems.filter(({ path = [] }) => path.length > 0) : [];
      form.setProblems(placed);
      setProblems(placed.length > 0 ? [] : [problemText(error)]);
    },
  });
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    form.setProblems(form.held());
    if (form.held().length === 0) mutation.mutate();
  };
  return { form, saving: { submit, isBusy: mutation.isPending, problems } };
}
