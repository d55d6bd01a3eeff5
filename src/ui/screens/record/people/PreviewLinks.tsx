import { Anchor, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { EntryButton, EntryLine, EntryList } from '../../../parts/row/EntryLine.tsx';
import { Time } from '../../../parts/Time.tsx';
import { ask } from '../../../wire/ask.ts';
import type { PreviewSession } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import classes from './people.module.css';

const previewsQuery = {
  queryKey: createQueryKey('previews'),
  staleTime: 0,
  queryFn: async () => (await ask('GET /api/admin/preview-sessions')).data,
};

/** The preview links, each with a button to end it: one's own, or everybody's for admins. */
export function PreviewLinks() {
  const { t } = useTranslation();
  const { data: links = [] } = useQuery(previewsQuery);
  if (links.length === 0) return null;
  return (
    <section aria-labelledby="preview-links" className={classes.section}>
      <Title order={2} size="h4" id="preview-links" mb="sm">
        {t('preview.links')}
      </Title>
      <EntryList>
        {links.map((link) => (
          <LinkLine key={link.id} link={link} />
        ))}
      </EntryList>
    </section>
  );
}

function LinkLine({ link: { id, page, pageTitle, createdBy, expiresAt } }: { readonly link: PreviewSession }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = page === null ? t('preview.whole') : (pageTitle ?? t('preview.ofPage', { id: page }));
  const ending = useMutation({
    mutationFn: () => ask('DELETE /api/admin/preview-sessions/{id}', { path: { id } }),
    async onSuccess() {
      notifySuccess(t('preview.ended'));
      await client.invalidateQueries({ queryKey: previewsQuery.queryKey });
    },
    onError: notifyError,
  });
  return (
    <EntryLine
      title={
        page === null ? (
          name
        ) : (
          <Anchor renderRoot={(props) => <Link to="/pages/$id" params={{ id: String(page) }} {...props} />}>
            {name}
          </Anchor>
        )
      }
      detail={
        <>
          {createdBy.name && <span dir="auto">{createdBy.name} · </span>}
          {t('preview.until')} <Time value={expiresAt} />
        </>
      }
    >
      <EntryButton label={t('preview.end')} about={name} isBusy={ending.isPending} onClick={() => ending.mutate()} />
    </EntryLine>
  );
}
