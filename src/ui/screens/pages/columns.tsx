import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../fields/fieldLabel.ts';
import { valueText } from '../../fields/value/valueText.ts';
import { localeName } from '../../parts/localeName.ts';
import { PointerName } from '../../parts/PointerName.tsx';
import { isPointers, pointerKindOf, pointersIn } from '../../parts/pointers.ts';
import { type PageStage, StageBadge, stageOf } from '../../parts/record/StatusBadge.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { Time } from '../../parts/Time.tsx';
import type { AdminContentType, Field } from '../../wire/interface.ts';
import { contentTypesQuery } from '../../wire/queries.ts';
import classes from './columns.module.css';
import type { PageListSearch, PageRow } from './queries.ts';

type PageColumn = Column<PageRow>;

/** The kinds of fields whose values have no order. */
const UNORDERED = ['json', 'object'];

const DEFAULTS = ['type', 'status', 'locale', 'updated'];

/** The columns that a list of pages can show besides the title. The ids of field columns start with `field.`. */
export const columnsOf = (
  t: TFunction,
  types: readonly AdminContentType[],
  type?: AdminContentType,
): readonly PageColumn[] => [
  {
    id: 'type',
    label: t('pages.type'),
    width: '9rem',
    from: 'desk',
    show: ({ type: slug }) => <span dir="auto">{types.find((one) => one.slug === slug)?.name ?? slug}</span>,
  },
  {
    id: 'status',
    label: t('pages.status'),
    width: 'clamp(6.25rem, 14vw, 7.5rem)',
    sort: 'status',
    show: (page) => (
      <>
        <StageBadge stage={listedStageOf(page)} />
        {page.hasDraft && (
          <Text size="xs" c="dimmed">
            {t('pages.states.waiting')}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'locale',
    label: t('pages.language'),
    width: 'clamp(6.5rem, 11vw, 8rem)',
    from: 'tablet',
    show: (page) => <LanguageMarks page={page} />,
  },
  ...timeColumns(t),
  {
    id: 'author',
    label: t('pages.author'),
    width: '10rem',
    from: 'desk',
    show: ({ createdBy }) => <span dir="auto">{createdBy}</span>,
  },
  ...(type?.fields ?? []).map(
    (field): PageColumn => ({
      id: `field.${field.name}`,
      label: fieldLabel(field),
      width: 'minmax(7rem, 11rem)',
      ...(!UNORDERED.includes(field.type) && { sort: `fields.${field.name}` }),
      from: 'desk',
      show: ({ fields, summaries }: PageRow) =>
        summaries?.[field.name] ?? <FieldValue field={field} value={fields[field.name]} />,
    }),
  ),
];

/** The stage of a page in a list, where the filters tell drafts from pages that have been live. */
function listedStageOf(page: PageRow, now: number = Date.now()): PageStage {
  const stage = stageOf(page, now);
  const isPast = (at: string | null): boolean => at !== null && Date.parse(at) <= now;
  if (stage === 'draft' && isPast(page.publishedAt)) return 'offline';
  return stage === 'published' && isPast(page.unpublishAt) ? 'offline' : stage;
}

const timeColumns = (t: TFunction): readonly PageColumn[] =>
  (['updated', 'created', 'published'] as const).map(
    (name): PageColumn => ({
      id: name,
      label: t(`pages.${name}`),
      width: 'clamp(7rem, 12vw, 9rem)',
      sort: `${name}_at`,
      from: 'tablet',
      show: ({ meta }) => (
        <Text span size="sm" c="dimmed">
          <Time value={meta[`${name}_at`]} />
        </Text>
      ),
    }),
  );

/** The kinds of fields that have room in a cell; the others are edited in the form of the record. */
const FITTING_KINDS: readonly string[] = [
  ...['text', 'number', 'integer', 'boolean', 'date', 'datetime', 'select', 'multiselect'],
  ...['url', 'email', 'color', 'slug', 'reference', 'page', 'term'],
];

/** Whether the values of a field are edited in the cells of a table. */
export const fitsCell = ({ type }: Pick<Field, 'type'>): boolean => FITTING_KINDS.includes(type);

/** The columns that a table shows unless somebody chooses others. */
export const tableColumnsOf = ({ fields }: AdminContentType): readonly string[] => [
  ...fields.filter(fitsCell).map(({ name }) => `field.${name}`),
  'status',
];

/** Whether a column is shown. By default, a list of a single type leaves out the type. */
export const isColumnShown = (id: string, { columns = DEFAULTS, type }: PageListSearch): boolean =>
  columns.includes(id) && !(id === 'type' && type !== undefined && columns === DEFAULTS);

/** The columns that the address of a list asks for. */
export function usePageColumns(search: PageListSearch): readonly PageColumn[] {
  const { t } = useTranslation();
  const { data: types } = useQuery(contentTypesQuery);
  return useMemo(() => {
    const known = types ?? [];
    const type = known.find(({ slug }) => slug === search.type);
    return [titleColumn(t), ...columnsOf(t, known, type).filter(({ id }) => isColumnShown(id, search))];
  }, [t, types, search]);
}

const titleColumn = (t: TFunction): PageColumn => ({
  id: 'title',
  label: t('pages.pageTitle'),
  width: 'minmax(0, 1fr)',
  sort: 'title',
  show: ({ id, title, slug }) => (
    <>
      <Link to="/pages/$id" params={{ id: String(id) }} className={classes.title} dir="auto">
        {title}
      </Link>
      <span className={classes.slug} dir="ltr">
        /{slug}
      </span>
    </>
  ),
});

interface LanguageMarksProps {
  readonly page: PageRow;
}

/** The language of a page, and links to its translations. Their style shows which of them are live. */
function LanguageMarks({ page }: LanguageMarksProps) {
  const { t, i18n } = useTranslation();
  const others = [...page.translations].sort((one, other) => one.locale.localeCompare(other.locale));
  const wordsOf = ({
    locale,
    status,
    translationState,
  }: Pick<PageRow, 'locale' | 'status' | 'translationState'>): string =>
    [
      `${localeName(locale, i18n.language)}: ${t(`pages.statuses.${status}`)}`,
      ...(translationState === 'outdated' ? [t('pages.states.outdated')] : []),
    ].join(', ');
  return (
    <span className={classes.marks}>
      <span
        className={classes.mark}
        data-status={page.status}
        data-outdated={page.translationState === 'outdated' || undefined}
        data-here
        title={wordsOf(page)}
      >
        {page.locale}
      </span>
      {others.map((other) => (
        <Link
          key={other.id}
          to="/pages/$id"
          params={{ id: String(other.id) }}
          className={classes.mark}
          data-status={other.status}
          data-outdated={other.translationState === 'outdated' || undefined}
          title={wordsOf(other)}
        >
          {other.locale}
          <span className="visuallyHidden"> {wordsOf(other)}</span>
        </Link>
      ))}
    </span>
  );
}

interface FieldValueProps {
  readonly field: Field;
  readonly value: unknown;
}

/** The kinds of which a list shows what they point at; of a gallery it shows how many pictures it has. */
const NAMED = ['media', 'page', 'reference', 'term'];

/** The value of a field in a list: what it points at by its name, everything else as people write it. */
function FieldValue({ field, value }: FieldValueProps) {
  const kind = NAMED.includes(field.type) && isPointers(value) ? pointerKindOf(field.type) : undefined;
  if (!kind) return <span dir="auto">{valueText(value, field)}</span>;
  return pointersIn(value).map((pointer, at) => (
    <Fragment key={pointer}>
      {at > 0 && ', '}
      <PointerName kind={kind} pointer={pointer} />
    </Fragment>
  ));
}
