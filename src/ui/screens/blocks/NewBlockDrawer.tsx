import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createFormDocument } from '../../form/document.ts';
import { useIsChanged } from '../../form/FormContext.tsx';
import { notifySuccess } from '../../parts/dialog/notify.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { undoOf } from '../../parts/record/undoOf.ts';
import { problemText } from '../../parts/screen/problemText.ts';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { WireError } from '../../wire/WireError.ts';
import { BlockFields, useBlockType } from './BlockFields.tsx';
import { blockDrafts } from './blockDrafts.ts';

interface NewBlockDrawerProps {
  readonly typeSlug: string;
  onClose(): void;
  /** Something was typed while the block was being made: its form goes on with that. */
  onGoOn(id: number): void;
}

/** The form of a new reusable block. It is live as soon as it is made, and no page shows it yet. */
export function NewBlockDrawer({ typeSlug, onClose, onGoOn }: NewBlockDrawerProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const type = useBlockType(typeSlug);
  const [form] = useState(() => createFormDocument({ title: '', fields: {} }));
  const isDirty = useIsChanged(form);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const creating = useMutation({
    mutationFn: (values: { readonly title: string }) =>
      ask('POST /api/admin/blocks', { body: { ...values, type: typeSlug, isReusable: true } }),
    onMutate: () => setProblems([]),
    async onSuccess({ data, commit }, sent) {
      form.rebaseTo(blockDrafts.toValues(data), { typed: sent });
      if (form.isChanged()) {
        const body = blockDrafts.toBody(form.values(), form.saved());
        await blockDrafts.requestsFor(data.id).writeDraft({ body, headers: {} });
        form.rebaseTo(form.values());
        onGoOn(data.id);
      } else onClose();
      notifySuccess(t('common.saved'), undoOf({ commit }, client));
      await client.invalidateQueries({ queryKey: createQueryKey('block') });
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
    if (form.held().length === 0) creating.mutate(form.values() as { readonly title: string });
  };
  return (
    <RecordDrawer
      title={`${t('blocks.new')}: ${type?.name ?? typeSlug}`}
      saving={{ submit, content: 'block', isBusy: creating.isPending, isPartlySaved: false, problems }}
      isDirty={isDirty}
      action={t('common.create')}
      onClose={onClose}
    >
      <BlockFields id={null} form={form} type={type} isReadOnly={false} />
    </RecordDrawer>
  );
}
