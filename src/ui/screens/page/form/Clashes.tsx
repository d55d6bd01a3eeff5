import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormScope } from '../../../form/FormContext.tsx';
import { ClashDialog } from '../../../parts/clash/ClashDialog.tsx';
import { notifySuccess } from '../../../parts/dialog/notify.tsx';
import type { AdminContentType } from '../../../wire/interface.ts';
import { blockTypesQuery } from '../../../wire/queries.ts';
import { describePath, pointersAt } from './describePath.ts';
import type { usePageForm } from './usePageForm.ts';

interface ClashesProps
  extends Pick<ReturnType<typeof usePageForm>, 'conflicts' | 'refused' | 'settle' | 'dismiss' | 'isSaving'> {
  readonly type: AdminContentType | undefined;
}

/** Asks which value to keep of those that two people have changed on a page. */
export function Clashes({ type, settle, refused, ...clash }: ClashesProps) {
  const { t } = useTranslation();
  const publishes = (refused.more as { readonly status?: string } | undefined)?.status === 'published';
  const { form } = useFormScope();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  return (
    <ClashDialog
      {...clash}
      by={refused.by}
      action={publishes ? t('draft.publish') : undefined}
      settle={async (choose) => {
        if (await settle(choose)) notifySuccess(t(publishes ? 'page.published' : 'common.saved'));
      }}
      labelOf={({ path }) => describePath(path, { values: form.values(), type, blockTypes, t })}
      pointersOf={({ path }) => pointersAt(path, { values: form.values(), type, blockTypes })}
    />
  );
}
