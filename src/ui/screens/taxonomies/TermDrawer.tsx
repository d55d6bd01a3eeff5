import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { type TypedTranslations, toTypedTranslations } from '../../parts/record/typedTranslations.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useWords } from '../../parts/record/useWords.tsx';
import { flattenTree } from '../../parts/tree/moves.ts';
import { useMayChange } from '../../session/useMay.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminTaxonomy, AdminTerm } from '../../wire/interface.ts';
import { MOST_TERMS_SHOWN } from '../../wire/useTerms.ts';

interface TermDrawerProps {
  readonly vocabulary: AdminTaxonomy;
  readonly terms: readonly TermNode[];
  /** Undefined for a new one. */
  readonly term: TermNode | undefined;
  onClose(): void;
}

/** One term: its name, its slug, and where in the tree a new one goes. */
export function TermDrawer({ vocabulary, terms, term: given, onClose }: TermDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<AdminTerm>();
  const term = given ?? created;
  const mayEdit = useMayChange('taxonomy');
  const form = useForm({
    enhanceGetInputProps: readOnlyUnless(mayEdit),
    initialValues: {
      name: term?.name ?? '',
      slug: term?.slug ?? '',
      parentId: null as string | null,
      translations: toTypedTranslations(term?.translations),
    },
  });
  const saving = useSaving({
    form,
    kind: 'taxonomy',
    save({ name, slug, parentId, translations }, changed) {
      const path = { id: vocabulary.id };
      if (term)
        return ask('PUT /api/admin/taxonomies/{id}/terms/{termId}', {
          path: { ...path, termId: term.id },
          body: {
            ...(changed.name !== undefined && { name }),
            ...(changed.slug && { slug }),
            ...(changed.translations && { translations: withTermFields(translations, term) }),
          },
        });
      // A new term comes last, so it has to be the heaviest.
      const weight = Math.max(-1, ...flattenTree(terms).map(({ node }) => node.weight)) + 1;
      return ask('POST /api/admin/taxonomies/{id}/terms', {
        path,
        body: { name, ...(slug && { slug }), parentId, weight, translations },
      });
    },
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  const words = useWords(form);
  const parents = useMemo(
    () =>
      flattenTree(terms).map(({ node, depth }) => ({
        value: String(node.id),
        label: `${'\u2003'.repeat(depth)}${node.name}`,
      })),
    [terms],
  );
  return (
    <RecordDrawer
      title={term?.name ?? t('taxonomies.newTerm')}
      saving={mayEdit ? saving : undefined}
      isDirty={form.isDirty()}
      action={term ? t('common.save') : t('common.add')}
      onClose={onClose}
      others={mayEdit && term && <DeleteTerm vocabulary={vocabulary} term={term} onDone={onClose} />}
    >
      {words.languages}
      <TextInput label={t('common.name')} data-autofocus {...words.input('name')} />
      <TextInput
        label={t('taxonomies.slugLabel')}
        description={term ? t('taxonomies.termSlugHelp') : t('taxonomies.slugHelp')}
        dir="ltr"
        {...form.getInputProps('slug')}
      />
      {!term && vocabulary.hierarchical && terms.length > 0 && (
        <Select
          label={t('taxonomies.below')}
          placeholder={t('taxonomies.atTop')}
          data={parents}
          limit={MOST_TERMS_SHOWN}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          {...form.getInputProps('parentId')}
        />
      )}
    </RecordDrawer>
  );
}

/** The names that were typed, with the translated values that the term has besides. */
const withTermFields = (translations: TypedTranslations, term: Pick<AdminTerm, 'translations'>) =>
  Object.fromEntries(
    Object.entries(translations).map(([locale, typed]) => [locale, { ...term.translations?.[locale], ...typed }]),
  );

interface DeleteTermProps {
  readonly vocabulary: AdminTaxonomy;
  readonly term: AdminTerm;
  onDone(): void;
}

function DeleteTerm({ vocabulary, term, onDone }: DeleteTermProps) {
  const { t } = useTranslation();
  return (
    <DeleteButton
      title={t('taxonomies.deleteTermTitle', { name: term.name })}
      text={(count) => t('taxonomies.deleteTermText', { count })}
      of={{ kind: 'taxonomy', id: vocabulary.id, term: term.id }}
      kind="taxonomy"
      done={t('taxonomies.termDeleted')}
      onDelete={() =>
        ask('DELETE /api/admin/taxonomies/{id}/terms/{termId}', { path: { id: vocabulary.id, termId: term.id } })
      }
      onDone={onDone}
    />
  );
}

/** A term as a node of a tree. In flat vocabularies, the server leaves out `children`. */
export interface TermNode extends Omit<AdminTerm, 'children'> {
  readonly children: readonly TermNode[];
}

export const toTermNodes = (terms: readonly AdminTerm[]): readonly TermNode[] =>
  terms.map((term) => ({ ...term, children: toTermNodes(term.children ?? []) }));
