import { Badge, CloseButton, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { plainText } from '../../../model/richText/plainText.ts';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import { useFormRail } from '../../../ui/form/FormExtras.tsx';
import { goTo } from '../../../ui/form/goTo.ts';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { Portrait } from '../../../ui/parts/row/Portrait.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { describePath } from '../../../ui/screens/page/form/describePath.ts';
import type { Blame, BlamedCommit } from '../../../ui/wire/interface.ts';
import { blockTypesQuery, contentTypesQuery } from '../../../ui/wire/queries.ts';
import classes from './Blame.module.css';
import { useBlame, valuesAt } from './queries.ts';

/** Who wrote what on a page, beside its form: all edits that are still there, or those of one value. */
export function BlameRail() {
  const { t } = useTranslation();
  const { shown = '', show } = useFormRail();
  const { data, error, refetch } = useBlame();
  const [, ...path] = shown.split('/');
  return (
    <section className={classes.rail} aria-labelledby="blame">
      <Group className={classes.head} justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h4" id="blame">
          {t('blame.title')}
        </Title>
        <CloseButton aria-label={t('blame.close')} onClick={() => show(undefined)} />
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="8rem" animate={false} />}
      {data && (path.length > 0 ? <OneValue blame={data} path={path} /> : <AllEdits blame={data} />)}
    </section>
  );
}

function useDescribeValue() {
  const { t } = useTranslation();
  const { form, record } = useFormScope();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  return (path: readonly (string | number)[]): string => {
    const type = types.find(({ slug }) => slug === record?.type);
    const steps = path.map((step, at) => (path[0] === 'regions' && at === 2 ? Number(step) : step));
    const end = steps.indexOf('content');
    return describePath(end < 0 ? steps : steps.slice(0, end), { values: form.values(), type, blockTypes, t });
  };
}

interface OneValueProps {
  readonly blame: Blame;
  readonly path: readonly string[];
}

/** The edits that made one value what it is, and what was there before each. */
function OneValue({ blame, path }: OneValueProps) {
  const { t } = useTranslation();
  const { show } = useFormRail();
  const describe = useDescribeValue();
  const values = valuesAt(blame, path);
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} dir="auto">
          {describe(path)}
        </Text>
        <UnstyledButton className={classes.back} onClick={() => show('blame')}>
          {t('blame.all')}
        </UnstyledButton>
      </Group>
      {values.map(({ value, commit }) => (
        <article key={value.path.join('/')} className={classes.edit}>
          {commit ? <CommitFacts commit={commit} /> : <Text size="sm">{t('blame.notSaved')}</Text>}
          <Text size="xs" c="dimmed" mt={6}>
            {value.before === null ? t('blame.nothingBefore') : t('blame.before')}
          </Text>
          {value.before !== null && (
            <blockquote className={classes.before} dir="auto">
              {sayValue(value.before)}
            </blockquote>
          )}
        </article>
      ))}
    </Stack>
  );
}

/** A value in words; what is no text as it is stored. */
function sayValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'type' in value) {
    const text = plainText({ type: 'doc', content: [value] });
    if (text !== '') return text;
  }
  return JSON.stringify(value);
}

/** Every edit of which something is left, the newest first. */
function AllEdits({ blame }: { readonly blame: Blame }) {
  const { t } = useTranslation();
  const { show } = useFormRail();
  const describe = useDescribeValue();
  const paths = new Map<string, Map<string, readonly (string | number)[]>>();
  for (const { commit, path, of } of blame.values) {
    if (commit === null || of !== 'value' || !isShownInForm(path)) continue;
    const end = path.indexOf('content');
    const field = end < 0 ? path : path.slice(0, end);
    const own = paths.get(commit) ?? new Map<string, readonly (string | number)[]>();
    paths.set(commit, own.set(field.join('/'), field));
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('blame.hint')}
      </Text>
      {blame.commits.map((commit) => {
        const own = [...(paths.get(commit.commit)?.values() ?? [])];
        return own.length === 0 ? null : (
          <article key={commit.commit} className={classes.edit}>
            <CommitFacts commit={commit} />
            <ul className={classes.fields}>
              {own.slice(0, SHOWN).map((path) => (
                <li key={path.join('/')}>
                  <UnstyledButton
                    className={classes.field}
                    onClick={() => {
                      show(['blame', ...path].join('/'));
                      goTo(path);
                    }}
                  >
                    {describe(path)}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {own.length > SHOWN && (
              <Text size="xs" c="dimmed">
                {t('blame.more', { count: own.length - SHOWN })}
              </Text>
            )}
          </article>
        );
      })}
    </Stack>
  );
}

const SHOWN = 8;

/** What people fill in: ids and the types of blocks are none of it. */
const isShownInForm = (path: readonly (string | number)[]): boolean =>
  path[0] === 'regions' ? path.length > 4 : path[0] !== 'type' && path[0] !== 'id' && path[0] !== 'createdAt';

function CommitFacts({ commit }: { readonly commit: BlamedCommit }) {
  const { t } = useTranslation();
  const { author, actor, at, isAgent, note, message, published } = commit;
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <Portrait actor={actor} name={author.name} />
        <Text size="sm" fw={550} dir="auto">
          {author.name}
        </Text>
        {isAgent && (
          <Badge size="xs" variant="light" color="grape" tt="none">
            {t('blame.agent')}
          </Badge>
        )}
        <Text size="xs" c="dimmed" ml="auto">
          <Moment value={at} />
        </Text>
      </Group>
      <Text size="sm" dir="auto" className={classes.note}>
        {note ?? message}
      </Text>
      {published && (
        <Text size="xs" c="dimmed" dir="auto">
          {t('blame.published', { title: published.title ?? t('blame.aChange'), name: published.author.name })}
          {published.approvedBy.length > 0 && ` ${t('blame.approved', { names: published.approvedBy.join(', ') })}`}
        </Text>
      )}
    </>
  );
}
