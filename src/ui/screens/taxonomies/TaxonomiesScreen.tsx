import { ActionIcon, Menu as Actions, Button, Tabs, Text } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTags, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { askFirst } from '../../parts/record/askFirst.tsx';
import { LiveAtOnce } from '../../parts/record/LiveAtOnce.tsx';
import { OpenRecord } from '../../parts/record/OpenRecord.tsx';
import { undoOf } from '../../parts/record/undoOf.ts';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { findNode, toOrder } from '../../parts/tree/moves.ts';
import { Tree } from '../../parts/tree/Tree.tsx';
import { useArranging } from '../../parts/tree/useArranging.ts';
import { useMayChange } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminTaxonomy, AdminTaxonomyItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { taxonomiesQuery, taxonomyQuery } from '../../wire/queries.ts';
import classes from './TaxonomiesScreen.module.css';
import { TermDrawer, type TermNode, toTermNodes } from './TermDrawer.tsx';
import { VocabularyDrawer } from './VocabularyDrawer.tsx';

const route = getRouteApi('/shell/taxonomies');

/** The vocabularies of the site, each with its terms. */
export function TaxonomiesScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMayChange('taxonomy');
  const [isNew, setNew] = useState(false);
  const { data: vocabularies } = useSuspenseQuery(taxonomiesQuery);
  const shown = vocabularies.find(({ id }) => id === search.vocabulary) ?? vocabularies[0];
  const show = (vocabulary: number | undefined): void => void navigate({ search: { vocabulary }, replace: true });
  const newVocabulary = mayEdit && (
    <Button variant={shown ? 'default' : 'filled'} leftSection={<IconPlus size={17} />} onClick={() => setNew(true)}>
      {t('taxonomies.new')}
    </Button>
  );
  return (
    <div>
      <PageHead title={t('taxonomies.title')}>
        {shown && newVocabulary}
        {shown && mayEdit && (
          <Button
            leftSection={<IconPlus size={17} />}
            onClick={() => void navigate({ search: { vocabulary: shown.id, open: 'new' } })}
          >
            {t('taxonomies.newTerm')}
          </Button>
        )}
      </PageHead>
      {shown ? (
        <Tabs value={String(shown.id)} onChange={(id) => show(Number(id))} keepMounted={false}>
          <Tabs.List mb="md" aria-label={t('taxonomies.title')}>
            {vocabularies.map(({ id, name }) => (
              <Tabs.Tab key={id} value={String(id)}>
                <span dir="auto">{name}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={String(shown.id)}>
            <Vocabulary key={shown.id} id={shown.id} onGone={() => show(undefined)} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <EmptyState icon={IconTags} title={t('taxonomies.emptyTitle')} text={t('taxonomies.empty')}>
          {newVocabulary}
        </EmptyState>
      )}
      {isNew && <VocabularyDrawer onClose={() => setNew(false)} onCreated={show} />}
    </div>
  );
}

interface VocabularyProps {
  readonly id: number;
  onGone(): void;
}

function Vocabulary({ id, onGone }: VocabularyProps) {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const mayEdit = useMayChange('taxonomy');
  const { data: vocabulary, error, refetch } = useQuery(taxonomyQuery(id));
  const terms = useMemo(() => toTermNodes(vocabulary?.terms ?? []), [vocabulary]);
  const arrange = useArrangeTerms(id);
  if (!vocabulary) return error && <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const close = (): void => void navigate({ search: { vocabulary: id }, replace: true });
  return (
    <>
      <div className={classes.head}>
        <Text size="sm" c="dimmed">
          {vocabulary.description || t('taxonomies.slug')} <code>{vocabulary.slug}</code>
        </Text>
        {mayEdit && <VocabularyActions vocabulary={vocabulary} onGone={onGone} />}
      </div>
      {mayEdit && (
        <div className={classes.live}>
          <LiveAtOnce kind="taxonomy" />
        </div>
      )}
      {terms.length === 0 ? (
        <EmptyState icon={IconTags} title={t('taxonomies.noTermsTitle')} text={t('taxonomies.noTerms')} />
      ) : (
        <Tree
          label={vocabulary.name}
          nodes={terms}
          maxDepth={vocabulary.hierarchical ? undefined : 0}
          nameOf={({ name }) => name}
          show={({ id: termId, name, slug }) => (
            <div className={classes.term}>
              <Link to="/taxonomies" search={{ vocabulary: id, open: termId }} className={classes.name} dir="auto">
                {name}
              </Link>
              <Link to="/pages" search={{ term: `${vocabulary.slug}:${slug}` }} className={classes.pages}>
                {t('taxonomies.itsPages')}
              </Link>
            </div>
          )}
          onMove={mayEdit ? (moved) => arrange.mutate(moved) : undefined}
        />
      )}
      <OpenRecord open={open} record={typeof open === 'number' ? findNode(terms, open) : undefined}>
        {(term) => <TermDrawer vocabulary={vocabulary} terms={terms} term={term} onClose={close} />}
      </OpenRecord>
    </>
  );
}

interface VocabularyActionsProps {
  readonly vocabulary: AdminTaxonomy;
  onGone(): void;
}

function VocabularyActions({ vocabulary, onGone }: VocabularyActionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { id, name } = vocabulary;
  async function remove(): Promise<void> {
    try {
      const text = (count: number): string => t('taxonomies.deleteText', { count });
      const question = { title: t('taxonomies.deleteTitle', { name }), text, action: t('common.delete') };
      if (!(await askFirst({ ...question, of: { kind: 'taxonomy', id } }))) return;
      const answer = await ask('DELETE /api/admin/taxonomies/{id}', { path: { id } });
      client.setQueryData(taxonomiesQuery.queryKey, (all: readonly AdminTaxonomyItem[] = []) =>
        all.filter((one) => one.id !== id),
      );
      onGone();
      notifySuccess(t('taxonomies.deleted'), undoOf(answer, client));
      await client.invalidateQueries({ queryKey: createQueryKey('taxonomy') });
    } catch (error) {
      notifyError(error);
    }
  }
  return (
    <>
      <Actions>
        <Actions.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('taxonomies.actions', { name })}>
            <IconDots size={17} />
          </ActionIcon>
        </Actions.Target>
        <Actions.Dropdown>
          <Actions.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen(true)}>
            {t('taxonomies.edit')}
          </Actions.Item>
          <Actions.Item leftSection={<IconTrash size={16} />} c="red" onClick={() => void remove()}>
            {t('taxonomies.delete')}
          </Actions.Item>
        </Actions.Dropdown>
      </Actions>
      {isOpen && <VocabularyDrawer vocabulary={vocabulary} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Rearranges the terms of a vocabulary. */
const useArrangeTerms = (id: number) =>
  useArranging({
    queryKey: createQueryKey('taxonomy', id),
    put: (vocabulary: AdminTaxonomy & { readonly etag: string | null }, terms: readonly TermNode[]) => ({
      ...vocabulary,
      terms,
    }),
    send: (terms, headers) =>
      ask('PUT /api/admin/taxonomies/{id}/terms-order', { path: { id }, body: { items: toOrder(terms) }, headers }),
  });
