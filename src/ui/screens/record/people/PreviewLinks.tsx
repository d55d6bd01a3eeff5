import { Anchor, Button, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { Time } from '../../../parts/Time.tsx';
import { ask } from '../../../wire/ask.ts';
import type { PreviewSession } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import classes from './SessionList.module.css';

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
      <ul className={classes.list}>
        {links.map((link) => (
          <LinkLine key={link.id} link={link} />
        ))}
      </ul>
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
    <li className={classes.line}>
      <div className={classes.words}>
        <Text size="sm">
          {page === null ? (
            name
          ) : (
            <Anchor
              renderRoot={(props) => <Link to="/pages/$id" params={{ id: String(page) }} {...props} />}
              dir="auto"
            >
              {name}
            </Anchor>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {createdBy.name && <span dir="auto">{createdBy.name} · </span>}
          {t('preview.until')} <Time value={expiresAt} />
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        loading={ending.isPending}
        aria-label={`${t('preview.end')}: ${name}`}
        onClick={() => ending.mutate()}
      >
        {t('preview.end')}
      </Button>
    </li>
  );
}
