import { Button, CloseButton, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameField } from '../../../model/passage/passage.ts';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import { useFormRail } from '../../../ui/form/FormExtras.tsx';
import { goTo } from '../../../ui/form/goTo.ts';
import type { FormPath, FormValues } from '../../../ui/form/values.ts';
import { describePath } from '../../../ui/screens/page/form/describePath.ts';
import { blockTypesQuery, contentTypesQuery } from '../../../ui/wire/queries.ts';
import { CommentComposer } from './CommentComposer.tsx';
import classes from './Comments.module.css';
import { type FollowedThread, fieldAtPath, pathOfField, readFormTexts } from './followThread.ts';
import { askedKey, useAskedPassage, useFollowedThreads, useFormTopic } from './queries.ts';
import { ThreadCard } from './ThreadCard.tsx';

/** The conversations about a page, beside its form. */
export function CommentRail() {
  const { t } = useTranslation();
  const { shown = '', show } = useFormRail();
  const followed = useFollowedThreads();
  const [showsResolved, setShowsResolved] = useState(false);
  const describe = useDescribe();
  const [, what, ...path] = shown.split('/');
  const chosen = what === 'new' ? undefined : Number(what);
  const isChosen = ({ thread }: FollowedThread): boolean => [thread, ...thread.answers].some(({ id }) => id === chosen);
  const listed = followed.filter((one) => showsResolved || one.thread.resolved === null || isChosen(one));
  const resolved = followed.filter(({ thread }) => thread.resolved !== null).length;
  return (
    <section className={classes.rail} aria-labelledby="comments">
      <Group className={classes.head} justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h4" id="comments">
          {t('comments.title')}
        </Title>
        <CloseButton aria-label={t('comments.close')} onClick={() => show(undefined)} />
      </Group>
      {what === 'new' ? (
        <StartThread key={shown} path={readPath(path)} describe={describe} />
      ) : (
        <Button variant="default" size="xs" mb="sm" onClick={() => show('comments/new')}>
          {t('comments.onPage')}
        </Button>
      )}
      {resolved > 0 && (
        <Switch
          size="xs"
          mb="sm"
          label={t('comments.resolvedToo', { count: resolved })}
          checked={showsResolved}
          onChange={({ currentTarget }) => setShowsResolved(currentTarget.checked)}
        />
      )}
      {listed.length === 0 && what !== 'new' && (
        <Text size="sm" c="dimmed">
          {t('comments.none')}
        </Text>
      )}
      <Stack gap="sm">
        {listed.map((one) => (
          <ThreadCard
            key={one.thread.id}
            followed={one}
            isChosen={isChosen(one)}
            about={describe(one.field)}
            onChoose={() => show(`comments/${one.thread.id}`)}
          />
        ))}
      </Stack>
    </section>
  );
}

const readPath = (steps: readonly string[]): FormPath =>
  steps.map((step, at) => (steps[0] === 'regions' && at === 2 ? Number(step) : step));

type Describe = (field: FollowedThread['field']) => { readonly label: string; go(): void } | undefined;

/** Names the fields of the form, and leads to them. */
function useDescribe(): Describe {
  const { t } = useTranslation();
  const { form, record } = useFormScope();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  return (field) => {
    const values = form.values();
    const path = field && pathOfField(field, values);
    if (!path) return undefined;
    const type = types.find(({ slug }) => slug === record?.type);
    return { label: describePath(path, { values, type, blockTypes, t }), go: () => goTo(path) };
  };
}

interface StartThreadProps {
  /** The path of the value that it is about; empty for all of the page. */
  readonly path: FormPath;
  readonly describe: Describe;
}

function StartThread({ path, describe }: StartThreadProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form } = useFormScope();
  const { show } = useFormRail();
  const topic = useFormTopic();
  const asked = useAskedPassage();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  const field = fieldAtPath(path, form.values());
  const passage = asked && asked.path.join('/') === path.join('/') ? asked.passage : undefined;
  const isSaved = passage && field && isInSaved(passage.quote, field, form.saved());
  const done = (rail: string): void => {
    client.setQueryData(askedKey(topic), null);
    show(rail);
  };
  if (!topic) return null;
  return (
    <div ref={box} className={classes.thread} data-chosen="">
      <Text size="xs" fw={600} mb={4}>
        {describe(field ?? null)?.label ?? t('comments.onPage')}
      </Text>
      {passage && <blockquote className={classes.quote}>{passage.quote}</blockquote>}
      {passage && !isSaved && (
        <Text size="xs" c="dimmed" mb={4}>
          {t('comments.notSavedYet')}
        </Text>
      )}
      <CommentComposer
        isNew
        label={t('comments.new')}
        send={(said) => ({ ...said, ...topic, ...(field && { field }), ...(isSaved && { passage }) })}
        onDone={() => done('comments')}
        onCancel={() => done('comments')}
      />
    </div>
  );
}

const isInSaved = (quote: string, field: NonNullable<FollowedThread['field']>, saved: FormValues): boolean =>
  readFormTexts(saved).some((one) => isSameField(one.field, field) && one.text.includes(quote));
